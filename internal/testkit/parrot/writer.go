package parrot

import (
	"context"
	"errors"
	"io"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for the parrot.
type Writer struct{ parrot }

// Plan implements writers.Writer.
func (w Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	return writers.Naming{Info: w.Info(), IsID: isID, Rule: "the parrot names a file after the id",
		Path: func(root string, o writers.Options) string { return path(root, o.ID) }}.Plan(store, s, o)
}

// Encode implements writers.Writer.
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	written, err := encode(ctx, dst, plan)
	return written.Report, err
}

// Write implements writers.Writer.
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	return plan.Write(func(dst io.Writer, _ *writers.Files) (writers.Written, error) { return encode(ctx, dst, plan) })
}

// encoder writes one session, line by line.
type encoder struct {
	jsonl.Output
	writers.Report
	plan writers.Plan
	// isWhole is set for a session of the parrot that keeps its id: its lines are copied unchanged. HasFirst is set when
	// the line that names the folder has been written.
	isWhole, hasFirst bool
}

func encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Written, error) {
	source := plan.Stream.Header.Source
	n := &encoder{Output: jsonl.Output{Dst: dst}, plan: plan,
		isWhole: source.CLI == name && source.OriginalID == plan.ID && !plan.Stream.Cut}
	err := plan.Stream.Each(ctx, n.entry)
	for range plan.Stream.Children {
		n.Losses.Add("session of a sub-agent", "the parrot gets the sub-agent's answer, not its work")
	}
	return writers.Written{Report: n.Report, Size: n.Size, Lines: n.Lines}, err
}

// entry restores the parrot's own record, or converts an entry of the conversation.
func (n *encoder) entry(e *timeline.Entry) error {
	switch {
	case e.Native != nil && e.Native.CLI == name && e.Native.Session == "":
		n.Restored(e)
		return n.restore(e.Native.Raw)
	case e.Hidden:
		return nil
	case e.Branch != "":
		n.Losses.Add("abandoned branch", "the parrot keeps one branch: only the active one is written")
		return nil
	}
	n.lose(e)
	return n.convert(e)
}

// restore writes a record unchanged, except for the folder in which a copy continues. Raw is nil for the second entry
// of a line.
func (n *encoder) restore(raw []byte) error {
	line := jsonl.Trim(raw)
	folder := line.Get("folder")
	switch {
	case raw == nil:
		return nil
	case n.isWhole:
		return n.Line(raw)
	case !line.Get("type").Is(session):
		return errors.Join(n.begin(), n.Line(raw))
	case folder.IsString() && folder.String() != n.plan.Dir:
		raw = jsonl.Rewrite(nil, line, []jsonl.Change{{Value: folder, Text: n.plan.Dir}})
	}
	n.hasFirst = true
	return n.Line(raw)
}

func (n *encoder) convert(e *timeline.Entry) error {
	switch {
	case e.Type == timeline.User:
		return n.say(prompt, e, e.Told())
	case e.Type == timeline.Assistant:
		return n.say(answer, e, e.Content)
	case e.Type == timeline.ToolCall:
		return n.call(e)
	case e.Type == timeline.ToolResult:
		text := timeline.Concat(e.Error, e.Output)
		if !e.Error.IsEmpty() && !e.Output.IsEmpty() {
			text = timeline.Join([]timeline.Text{e.Error, e.Output}, "\n")
		}
		return n.line(result, e, func(o *timeline.Object) {
			o.String("id", e.CallID)
			o.Text("text", text)
			o.Bool("failed", !e.Success)
		})
	case e.Compaction != nil:
		n.Losses.Add("effect of a compaction", "the parrot is told both the summary and what it replaced")
		return n.say(prompt, e, e.Content)
	}
	n.Losses.Item(writers.Texts, e.Content.Characters(), "system message", "the parrot has its own")
	return nil
}

func (n *encoder) say(kind string, e *timeline.Entry, text timeline.Text) error {
	if text.IsBlank() {
		return nil
	}
	return n.line(kind, e, func(o *timeline.Object) { o.Text("text", text) })
}

// call writes a call. A tool that the parrot does not have keeps its name: the model reads it, but nothing runs it.
func (n *encoder) call(e *timeline.Entry) error {
	tool, input, ok := tools.Whole(e.Tool, e.Input)
	if !ok {
		tool, input = toolmap.Name(e), e.Input
	}
	return n.line(call, e, func(o *timeline.Object) {
		o.String("id", e.ID)
		o.String("tool", tool)
		o.Raw("input", input)
	})
}

// line writes a line of the conversation.
func (n *encoder) line(kind string, e *timeline.Entry, members func(*timeline.Object)) error {
	n.Entries++
	o := timeline.NewObject(nil)
	o.String("type", kind)
	members(&o)
	o.String("at", n.plan.Stamp(e.Timestamp))
	return errors.Join(n.begin(), n.Line(o.End()))
}

// begin writes the line that names the folder, unless it has been written.
func (n *encoder) begin() error {
	if n.hasFirst || n.isWhole {
		return nil
	}
	n.hasFirst = true
	o := timeline.NewObject(nil)
	o.String("type", session)
	o.Int(name, version)
	o.String("folder", n.plan.Dir)
	o.String("at", n.plan.Stamp(n.plan.Stream.Header.Metadata.Created))
	return n.Line(o.End())
}

// lose declares what a line cannot hold.
func (n *encoder) lose(e *timeline.Entry) {
	n.Losses.Repaired(e)
	if !e.Thinking.IsEmpty() {
		n.Losses.Item(writers.Thinking, e.Thinking.Characters(), "thinking", "the parrot does not think")
	}
	for i := range e.Attachments {
		if _, ok := n.Losses.Content(&e.Attachments[i]); ok {
			n.Losses.Item(writers.Media, 0, "attachment", "the parrot sees no pictures and documents")
		}
	}
	if e.Usage != nil {
		n.Losses.Add("token counts", "the parrot counts none")
	}
}
