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
	prompt
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
	case r.Type.Is(claude.TypeAttachment) && queuedPrompt(r) != nil:
		return prompt
	}
	return other
}

func kindOfAssistant(r *claude.Record, m *claude.Message) kind {
	if r.IsAPIError || (m.Model.Is(claude.Synthetic) && isNoResponse(m.Content)) {
		return other
	}
	return response
}

func kindOfUser(r *claude.Record, m *claude.Message) kind {
	switch {
	case r.IsCompactSummary:
		return summary
	case len(m.Blocks) > 0 && m.Blocks[0].IsResult():
		return results
	case r.IsMeta || m.Content.IsNull():
		return other
	}
	return prompt
}

// isNoResponse reports whether a message is the one with which the CLI closes an unanswered turn when it resumes.
func isNoResponse(content jsonl.Value) bool {
	for block := range jsonl.Elements(content) {
		return block.Get("text").Is(claude.NoResponse)
	}
	return false
}

// queuedPrompt returns what the user typed while a turn was running, or nil: a text or blocks. The CLI keeps it in an attachment when the
// model gets it within that turn, between two calls.
func queuedPrompt(r *claude.Record) jsonl.Value {
	if !r.Attachment.Get("type").Is("queued_command") || !r.Attachment.Get("commandMode").Is("prompt") || r.Attachment.Get("isMeta").Bool() {
		return nil
	}
	return r.Attachment.Get("prompt")
}

// promptOf returns the content of a prompt.
func promptOf(r *claude.Record, m *claude.Message) jsonl.Value {
	if r.Type.Is(claude.TypeAttachment) {
		return queuedPrompt(r)
	}
	return m.Content
}

// shown counts the entries of a record that are not hidden.
func shown(r *claude.Record, m *claude.Message, k kind) int {
	switch k {
	case summary:
		return 1
	case prompt:
		return min(1, typedBlocks(promptOf(r, m)))
	case results, response:
		n := 0
		for i := range m.Blocks {
			n += count(isShown(k, &m.Blocks[i]))
		}
		return n + count(isSaid(k, m.Content))
	}
	return 0
}

// typedBlocks counts the blocks of a prompt that the user made: texts that are not the harness's, and pictures.
func typedBlocks(content jsonl.Value) int {
	if content.IsString() {
		return count(isTyped(content))
	}
	n := 0
	for block := range jsonl.Elements(content) {
		b := claude.PeekBlock(block)
		switch {
		case b.Type.Is("text"):
			n += count(isTyped(b.Text))
		case b.Source.IsObject():
			n++
		}
	}
	return n
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

// isSaid reports whether a text is to be shown: what the model says is, whatever it begins with.
func isSaid(k kind, text jsonl.Value) bool {
	if k == response {
		return text.IsString() && len(text) > len(`""`)
	}
	return isTyped(text)
}

// isTyped reports whether a value is a text that is neither empty nor the harness's.
func isTyped(text jsonl.Value) bool {
	return text.IsString() && len(text) > len(`""`) && !claude.IsHarness(timeline.RawText(text))
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
