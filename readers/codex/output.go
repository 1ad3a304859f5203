package codex

import (
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// output is what a tool's output of several parts holds.
type output struct {
	texts  []timeline.Text
	media  []timeline.Attachment
	others []part
}

func outputOf(parts jsonl.Value) (o output) {
	for value := range jsonl.Elements(parts) {
		kind := value.Get("type")
		switch media, ok := mediaOf(value); {
		case ok:
			o.media = append(o.media, media)
		case kind.IsNull(), isText(kind):
			o.texts = append(o.texts, textOf(value.Get("text")))
		default:
			o.others = append(o.others, unreadable(kind, value))
		}
	}
	return o
}

// isText reports whether parts of a type hold a text.
func isText(kind jsonl.Value) bool {
	return kind.Is("input_text") || kind.Is("output_text") || kind.Is("text")
}

// mediaOf returns the picture or sound of a part, where it holds one.
func mediaOf(value jsonl.Value) (timeline.Attachment, bool) {
	url := value.Get("image_url")
	if url == nil {
		url = value.Get("audio_url")
	}
	return format.ParseMedia(textOf(url))
}

// joinOutput joins the parts of an output. In code mode the first is a header that ends with its line.
func joinOutput(texts []timeline.Text) timeline.Text {
	if len(texts) > 1 && texts[0].HasPrefix("Script ") {
		return timeline.Concat(texts[0], timeline.Join(texts[1:], "\n"))
	}
	return timeline.Join(texts, "\n")
}

// toolSearch reads how the model looked for a tool that it was not offered.
func (r *record) toolSearch(p jsonl.Value) {
	input := []byte(p.Get("arguments"))
	if !p.Get("arguments").IsObject() {
		o := timeline.NewObject(nil)
		if arguments := p.Get("arguments"); arguments != nil {
			o.Raw("arguments", arguments)
		}
		input = o.End()
	}
	r.addCall(p.Get("call_id").String(), format.ToolSearch, timeline.Unknown, input)
}

// imageGeneration reads a picture that the model had made: the call and its result in one.
func (r *record) imageGeneration(p jsonl.Value) {
	o := timeline.NewObject(nil)
	o.Text("prompt", textOf(p.Get("revised_prompt")))
	id := p.Get("id").String()
	r.addCall(id, format.ImageGeneration, timeline.Unknown, o.End())
	result := &timeline.Entry{ID: partID(id, 1), Type: timeline.ToolResult, CallID: id, Success: true}
	if picture := textOf(p.Get("result")); picture.IsEmpty() {
		result.Output = textOf(p.Get("status"))
	} else {
		result.Attachments = []timeline.Attachment{format.MadePicture(picture)}
	}
	r.add(result)
}
