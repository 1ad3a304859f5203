package claude

import (
	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

func (b *builder) result(block *claude.Block) {
	e := b.made.Add(timeline.ToolResult, "")
	e.CallID = block.CallID.String()
	e.Success = !block.Error.Bool()
	var unknown []jsonl.Value
	e.Output, e.Attachments, unknown = outputOf(block.Content)
	if !e.Success {
		e.Error, e.Output = splitExitCode(e.Output)
	}
	for _, part := range unknown {
		b.made.Hide(entry.TextIn(part)).Origin = &timeline.Origin{Kind: timeline.UnknownRecord,
			Name: partOf(part.Get("type"))}
	}
}

// outputOf returns the text of a result, its images and documents, and its parts of unclassified types, whose texts are
// included in the text.
func outputOf(content jsonl.Value) (output timeline.Text, attachments []timeline.Attachment, unknown []jsonl.Value) {
	if content.IsString() {
		return timeline.RawText(content), nil, nil
	}
	if content.IsObject() { // from a tool that the vendor runs
		return entry.TextIn(content), nil, nil
	}
	var texts []timeline.Text
	for part := range jsonl.Elements(content) {
		peeked := claude.PeekBlock(part)
		text, isKnown := partText(&peeked)
		switch {
		case !text.IsEmpty():
			texts = append(texts, text)
		case isMedia(&peeked):
			attachments = append(attachments, attachmentOf(&peeked))
		}
		if !isKnown {
			unknown = append(unknown, part)
		}
	}
	return timeline.Join(texts, "\n"), attachments, unknown
}

// partText returns the text of a part of a result, and whether its type is known.
func partText(part *claude.Block) (text timeline.Text, isKnown bool) {
	switch {
	case part.Type.Is("text"), part.Type == nil && part.Text.IsString():
		return textAt(part.Raw, "text"), true
	case isMedia(part):
		return documentText(part), true
	case part.Type.Is("search_result"):
		return timeline.Join([]timeline.Text{textAt(part.Raw, "title"), textAt(part.Raw, "source"), textOf(part.Content)},
			"\n"), true
	case part.Type.Is("web_search_result"):
		return timeline.Join([]timeline.Text{textAt(part.Raw, "title"), textAt(part.Raw, "url")}, "\n"), true
	// a tool that this CLI loads, or a file that the vendor keeps
	case part.Type.Is("tool_reference"), part.Type.Is("container_upload"):
		return timeline.Text{}, true
	}
	return entry.TextIn(part.Raw), false
}

// documentText returns the text of a text document, with its title and its context.
func documentText(block *claude.Block) timeline.Text {
	texts := []timeline.Text{textAt(block.Raw, "title"), textAt(block.Raw, "context")}
	switch {
	case block.Source.Get("type").Is("text"):
		texts = append(texts, textAt(block.Source, "data"))
	case block.Source.Get("type").Is("content"):
		texts = append(texts, textOf(block.Source.Get("content")))
	default:
		return timeline.Text{}
	}
	return timeline.Join(texts, "\n")
}
