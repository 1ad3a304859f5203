package opencode

import (
	"cmp"
	"strings"

	format "stead/adapters/opencode"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// file converts a file that the prompt names, or that the user attached. If the session does not hold a file's content,
// the text before it holds what the model got.
func (p *prompting) file(part format.Row, data jsonl.Value) {
	file, isHeld := format.ParseFile(data)
	switch {
	case !isHeld:
		p.elsewhere(part, data)
	case data.Get("synthetic").Bool() && p.context != nil:
		p.context.Attachments = append(p.context.Attachments, file)
		p.hide(part, timeline.Text{})
	case isText(file) && !format.IsNoted(data):
		p.textFile(part, data, file)
	case p.read == nil || isText(file):
		file.Leading = len(p.written) == 0
		p.files = append(p.files, file)
		p.hide(part, timeline.Text{})
	case p.read.content != nil: // a resource that is not a text
		p.read.content.Attachments = append(p.read.content.Attachments, file)
		p.hide(part, timeline.Text{})
	default:
		p.tell(part, timeline.Text{}, &timeline.Origin{Kind: timeline.Mention,
			Name: p.read.name}).Attachments = []timeline.Attachment{file}
	}
	p.read = nil
}

// textFile converts a text file that the session holds. The model gets its content, unless a text before it holds it.
func (p *prompting) textFile(part format.Row, data jsonl.Value, file timeline.Attachment) {
	text, ok := format.FileText(data, file)
	switch {
	case !format.IsTold(file.MediaType):
		p.hide(part, timeline.Text{})
	case !ok:
		p.unknown(part, data, "part of the type file that cannot be read")
	default:
		p.tell(part, text, &timeline.Origin{Kind: timeline.Mention, Name: file.Name})
	}
}

// elsewhere converts a file that the session does not hold. For a local file, the CLI put the content into a text
// before it.
func (p *prompting) elsewhere(part format.Row, data jsonl.Value) {
	url := format.TextOf(data.Get("url"))
	switch {
	case !format.IsTold(data.Get("mime").String()), url.HasPrefix("file:"):
		p.hide(part, timeline.Text{})
	case format.IsAddress(url):
		name := cmp.Or(data.Get("filename").String(), url.String())
		p.tell(part, entry.Address("file", url), &timeline.Origin{Kind: timeline.Mention, Name: name})
	default:
		p.unknown(part, data, "part of the type file that cannot be read")
	}
}

func isText(file timeline.Attachment) bool { return strings.HasPrefix(file.MediaType, "text/") }
