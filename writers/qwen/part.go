package qwen

import (
	"fmt"
	"strings"

	"stead/internal/format/qwen"
	"stead/internal/jsonl"
	"stead/internal/toolmap"
	"stead/timeline"
	"stead/writers"
)

func textPart(text timeline.Text, isThought bool) []byte {
	o := timeline.NewObject(make([]byte, 0, text.Len()+32))
	o.Text("text", text)
	if isThought {
		o.Bool("thought", true)
	}
	return o.End()
}

// promptParts are a prompt's text and its files in their order.
func (e *encoder) promptParts(entry *timeline.Entry) [][]byte {
	leading, following := e.inlineParts(entry.Attachments)
	if text := entry.Content; !text.IsEmpty() {
		leading = append(leading, textPart(text, false))
	}
	return append(leading, following...)
}

// responseParts are what one entry of a response becomes.
func (e *encoder) responseParts(entry *timeline.Entry) [][]byte {
	if entry.Type == timeline.ToolCall {
		return [][]byte{e.callPart(entry)}
	}
	for range entry.Attachments {
		e.report.Losses.Item(writers.Media, 0, "attachment of the model", "Qwen Code sends files only in prompts and results")
	}
	var parts [][]byte
	if !entry.Thinking.IsEmpty() {
		parts = append(parts, textPart(entry.Thinking, true))
	}
	if !entry.Content.IsEmpty() {
		parts = append(parts, textPart(entry.Content, false))
	}
	return parts
}

func (e *encoder) callPart(entry *timeline.Entry) []byte {
	name, arguments := e.translate(entry)
	c := call{id: e.newID(entry.ID), name: name}
	e.ids[entry.ID] = c
	return appendCall(c, arguments)
}

func appendCall(c call, arguments []byte) []byte {
	o := timeline.NewObject(nil)
	o.Append("functionCall", func(dst []byte) []byte {
		f := timeline.NewObject(dst)
		f.String("id", c.id)
		f.String("name", c.name)
		f.Raw("args", arguments)
		return f.End()
	})
	return o.End()
}

// translate turns a universal call into one of the CLI's tools. It draws and sends any other call as it is.
func (e *encoder) translate(entry *timeline.Entry) (name string, arguments []byte) {
	name, arguments, ok := qwen.FromUniversal(entry.Tool, entry.Input)
	if !ok {
		return toolmap.Name(entry), object(entry.Input)
	}
	return name, arguments
}

// object returns arguments that the API takes: they must be an object.
func object(input []byte) []byte {
	if jsonl.Value(input).IsObject() {
		return input
	}
	return []byte("{}")
}

// newID returns an id that no other call in the file has: of two with one id the CLI sends the first alone.
func (e *encoder) newID(id string) string {
	e.taken[id]++
	if n := e.taken[id]; n > 1 {
		return e.newID(fmt.Sprintf("%s-%d", id, n))
	}
	return id
}

// resultPart is a result. The model gets the output where there is one, and else the error.
func (e *encoder) resultPart(call, result *timeline.Entry) []byte {
	leading, following := e.inlineParts(result.Attachments)
	c := e.ids[call.ID]
	o := timeline.NewObject(nil)
	o.Append("functionResponse", func(dst []byte) []byte {
		f := timeline.NewObject(dst)
		f.String("id", c.id)
		f.String("name", c.name)
		f.Append("response", func(dst []byte) []byte { return appendResponse(dst, result) })
		if parts := append(leading, following...); len(parts) > 0 {
			f.Append("parts", func(dst []byte) []byte { return timeline.AppendArray(dst, parts) })
		}
		return f.End()
	})
	return o.End()
}

func appendResponse(dst []byte, result *timeline.Entry) []byte {
	o := timeline.NewObject(dst)
	switch {
	case result.Success:
		o.Text("output", result.Output)
	case result.Error.IsEmpty():
		o.Text("error", result.Output)
	default:
		o.Text("output", outputOf(result))
		o.Text("error", result.Error)
	}
	return o.End()
}

// outputOf is what the model gets of a result: what went wrong stands before the output.
func outputOf(result *timeline.Entry) timeline.Text {
	if result.Success {
		return result.Output
	}
	return timeline.Join([]timeline.Text{result.Error, result.Output}, "\n")
}

// inlineParts are the parts of files, those that stand before the text first.
func (e *encoder) inlineParts(attachments []timeline.Attachment) (leading, following [][]byte) {
	for i := range attachments {
		a := &attachments[i]
		if !isMedia(a.MediaType) {
			e.report.Losses.Item(writers.Media, 0, "attachment of type "+a.MediaType, "Qwen Code takes pictures, sound, video and PDF documents only")
			continue
		}
		data, ok := e.report.Losses.Content(a)
		if ok && a.MediaType == "application/pdf" { // observed with Qwen Code 0.24.4 and a model of chat completions
			e.report.Losses.Item(writers.Media, 0, "document", "Qwen Code has it in the session, and sends it only to a model that takes documents")
		}
		switch {
		case !ok:
		case a.Leading:
			leading = append(leading, inlinePart(a, data))
		default:
			following = append(following, inlinePart(a, data))
		}
	}
	return leading, following
}

func isMedia(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	return kind == "image" || kind == "audio" || kind == "video" || mediaType == "application/pdf"
}

func inlinePart(a *timeline.Attachment, data timeline.Text) []byte {
	o := timeline.NewObject(nil)
	o.Append("inlineData", func(dst []byte) []byte {
		i := timeline.NewObject(dst)
		i.String("mimeType", a.MediaType)
		i.Text("data", data)
		i.Optional("displayName", a.Name)
		return i.End()
	})
	return o.End()
}
