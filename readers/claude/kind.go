package claude

import (
	"slices"

	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// kind classifies a record for the timeline. Both passes use it, so the counts of the first pass hold for the second.
type kind uint8

const (
	other kind = iota // kept, but not part of the conversation
	told              // what the user said, and the context that accompanies it
	results
	response
	summary
	unclassed // a record of an unclassified type
)

// kindOf returns a record's kind, given its peeked message.
func kindOf(r *claude.Record, m *claude.Message) kind {
	switch {
	case r.IsSidechain, r.IsVirtual:
		return other
	case r.Type.Is(claude.TypeAssistant):
		return kindOfAssistant(r, m)
	case r.Type.Is(claude.TypeUser):
		return kindOfUser(r, m)
	case r.Type.Is(claude.TypeAttachment), r.Type.Is(claude.TypeSystem) && r.Subtype.Is(claude.SubtypeLocalCommand):
		return told
	case r.Type.Is(claude.TypeSystem) && (r.Subtype == nil || has(shownToUser(), r.Subtype)), has(besides(), r.Type):
		return other
	}
	return unclassed
}

// has reports whether a set contains a string.
func has(set map[string]bool, value jsonl.Value) bool {
	return value.IsString() && set[string(value[1:len(value)-1])]
}

// nameOf returns the name of a record of an unclassified type, from its own fields.
func nameOf(r *claude.Record) string {
	switch {
	case r.Type.Is(claude.TypeSystem):
		return "system record " + r.Subtype.String()
	case r.Type.IsString():
		return "record " + r.Type.String()
	}
	return "record without a type"
}

func kindOfAssistant(r *claude.Record, m *claude.Message) kind {
	switch {
	case r.IsAPIError:
		return other // the CLI does not send it again
	case (m.Model.Is(claude.Synthetic) || m.Usage.IsNull()) && isNoResponse(m.Content):
		return told
	}
	return response
}

func kindOfUser(r *claude.Record, m *claude.Message) kind {
	switch {
	case r.IsCompactSummary:
		return summary
	case slices.ContainsFunc(m.Blocks, isResult):
		return results
	case m.Content.IsNull():
		return other
	}
	return told
}

func isResult(b claude.Block) bool { return b.IsResult() }

// isNoResponse reports whether a message is the one with which the CLI closes an unanswered turn on resume.
func isNoResponse(content jsonl.Value) bool {
	for block := range jsonl.Elements(content) {
		return block.Get("text").Is(claude.NoResponse)
	}
	return false
}

// shown counts the entries of a record that are not hidden.
func shown(m *claude.Message, k kind) int {
	switch k {
	case summary:
		return 1
	case results, response:
		n := count(isSaid(k, m.Content))
		for i := range m.Blocks {
			n += count(isShown(k, &m.Blocks[i]))
		}
		return n
	}
	return 0
}

// isShown reports whether a block of a response, or of a record with results, becomes an entry that is not hidden.
func isShown(k kind, b *claude.Block) bool {
	if words, ok := b.Words(); ok {
		return isSaid(k, words)
	}
	switch {
	case b.IsCall(), b.IsResult(), isMedia(b):
		return true
	case b.Type.Is("thinking"):
		return k == response && len(b.Thinking) > len(`""`)
	}
	return !has(unsent, b.Type) && entry.HasText(b.Raw)
}

// isMedia reports whether a block is an image or document.
func isMedia(b *claude.Block) bool { return b.Source.IsObject() }

// unsent lists the blocks, other than text, calls, results and images, that Claude Code 2.1.332 does not send, or that
// only its vendor can read. It sends all other blocks, whatever their type.
var unsent = map[string]bool{"thinking": true, "redacted_thinking": true, "fallback": true}

// isSaid reports whether a text is shown: every text from the model is, whatever its beginning, and so is a text that
// accompanies results, unless each CLI regenerates it.
func isSaid(k kind, text jsonl.Value) bool {
	if !text.IsString() || len(text) <= len(`""`) {
		return false
	}
	p, ok := recognized(timeline.RawText(text))
	return k == response || !ok || p.isShown()
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
