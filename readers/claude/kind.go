package claude

import (
	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/timeline"
)

// kind is what a record is for the timeline. Both passes ask for it, so that the first one's counts are true for the second.
type kind uint8

const (
	other kind = iota // kept, but no part of the conversation
	told              // what the user said, and what the model was told beside it
	results
	response
	summary
)

// kindOf tells a record's kind, given its peeked message.
func kindOf(r *claude.Record, m *claude.Message) kind {
	switch {
	case r.IsSidechain:
		return other
	case r.Type.Is(claude.TypeAssistant):
		return kindOfAssistant(r, m)
	case r.Type.Is(claude.TypeUser):
		return kindOfUser(r, m)
	case r.Type.Is(claude.TypeAttachment), r.Type.Is(claude.TypeSystem) && r.Subtype.Is(claude.SubtypeLocalCommand):
		return told
	}
	return other
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
	case len(m.Blocks) > 0 && m.Blocks[0].IsResult():
		return results
	case m.Content.IsNull():
		return other
	}
	return told
}

// isNoResponse reports whether a message is the one with which the CLI closes an unanswered turn when it resumes.
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
		n := 0
		for i := range m.Blocks {
			n += count(isShown(k, &m.Blocks[i]))
		}
		return n + count(isSaid(k, m.Content))
	}
	return 0
}

// isShown reports whether a block of a response, or of a record with results, becomes an entry that is not hidden.
func isShown(k kind, b *claude.Block) bool {
	switch {
	case b.IsCall(), b.IsResult():
		return true
	case b.Type.Is("text"):
		return isSaid(k, b.Text)
	case b.Type.Is("thinking"):
		return k == response && len(b.Thinking) > len(`""`)
	}
	return false
}

// isSaid reports whether a text is to be shown: what the model says is, whatever it begins with, and so is what stands beside results,
// unless each CLI makes it anew.
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
