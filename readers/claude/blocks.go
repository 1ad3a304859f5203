package claude

import (
	"bytes"
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/encoded"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// tell adds what the user said, and the context for the model that accompanies it.
func (b *builder) tell(all []piece) {
	for i := range all {
		b.piece(&all[i])
	}
}

func (b *builder) piece(p *piece) {
	switch {
	case p.isHidden:
		b.made.Hide(p.text).Origin = p.origin
	case !p.isEmpty():
		e := b.made.Add(timeline.User, "")
		e.Content, e.Attachments, e.Origin = p.text, p.attachments, p.origin
	}
}

// blocks adds the content blocks of a response, or of a user record with results.
func (b *builder) blocks(k kind) {
	if b.message.Content.IsString() {
		b.said(k, b.message.Content)
	}
	for i := range b.message.Blocks {
		b.block(k, &b.message.Blocks[i])
	}
}

func (b *builder) block(k kind, block *claude.Block) {
	words, isText := block.Words()
	switch {
	case isText:
		b.said(k, words)
	case block.IsCall():
		b.call(block)
	case block.IsResult():
		b.result(block)
	case isMedia(block):
		b.media(k, block)
	case block.Type.Is("thinking") && isShown(k, block):
		e := b.made.Add(timeline.Assistant, "")
		e.Thinking = timeline.RawText(block.Thinking)
		b.describe(e)
	case has(unsent, block.Type):
		b.made.Hide(timeline.Text{})
	default:
		b.made.Unknown(partOf(block.Type), block.Raw)
	}
}

// media adds an image or document from the model, or one that accompanies results.
func (b *builder) media(k kind, block *claude.Block) {
	kind := timeline.User
	if k == response {
		kind = timeline.Assistant
	}
	e := b.made.Add(kind, "")
	if text := documentText(block); !text.IsEmpty() {
		e.Content = text
		return
	}
	e.Attachments = []timeline.Attachment{attachmentOf(block)}
}

// partOf returns the name of a message part of an unclassified type.
func partOf(kind jsonl.Value) string { return "part of the type " + kind.String() }

// said adds a text from the model, or one that accompanies results.
func (b *builder) said(k kind, text jsonl.Value) {
	p, ok := piece{}, false
	if k != response {
		p, ok = recognized(timeline.RawText(text))
	}
	switch {
	case ok:
		b.piece(&p)
	case !isSaid(k, text):
		b.made.Hide(timeline.RawText(text))
	case k == response:
		e := b.made.Add(timeline.Assistant, "")
		e.Content = timeline.RawText(text)
		b.describe(e)
	default:
		b.made.Add(timeline.User, "").Content = timeline.RawText(text)
	}
}

// describe sets the properties of the response.
func (b *builder) describe(e *timeline.Entry) {
	if !b.message.Model.Is(claude.Synthetic) {
		e.Model = b.message.Model.String()
	}
	e.StopReason = b.message.StopReason.String()
}

func (b *builder) call(block *claude.Block) {
	e := b.made.Add(timeline.ToolCall, block.ID.String())
	e.OriginalTool = block.Name.String()
	b.describe(e)
	if !block.Input.IsObject() {
		e.Tool, e.Input = timeline.Unknown, []byte("{}")
		return
	}
	tool, input := claude.ToUniversal(e.OriginalTool, block.Input)
	e.Tool, e.Input = tool, input
}

// exitCode begins the result of a failed shell command.
const exitCode = "Exit code "

// splitExitCode splits "Exit code 3\n<output>" into "exit code 3" and the output. Any other text is only output.
func splitExitCode(output timeline.Text) (reason, rest timeline.Text) {
	inner := output.Inner()
	if !bytes.HasPrefix(inner, []byte(exitCode)) {
		return timeline.Text{}, output
	}
	end := len(exitCode)
	for end < len(inner) && inner[end] >= '0' && inner[end] <= '9' {
		end++
	}
	code := string(inner[len(exitCode):end])
	switch {
	case code == "":
		return timeline.Text{}, output
	case end == len(inner):
		return timeline.NewText(strings.ToLower(exitCode) + code), timeline.Text{}
	case bytes.HasPrefix(inner[end:], []byte(`\n`)):
		return timeline.NewText(strings.ToLower(exitCode) + code), output.Slice(end+len(`\n`), len(inner))
	}
	return timeline.Text{}, output
}

// attachmentOf returns an image or document. If it is only linked, its name is the address and it has no data.
func attachmentOf(block *claude.Block) timeline.Attachment {
	a := timeline.Attachment{Name: block.Title.String(), MediaType: block.Source.Get("media_type").String()}
	if url := block.Source.Get("url"); url.IsString() {
		a.Name = url.String()
	}
	if data := block.Source.Get("data"); data.IsString() && block.Source.Get("type").Is("base64") {
		a.Data = timeline.RawText(data)
		a.Bytes = encoded.DecodedSize(a.Data.Inner())
	}
	return a
}
