package clido

import (
	"strings"

	format "stead/internal/format/clido"
	"stead/timeline"
	"stead/writers"
)

// answer writes the result of a call.
func (n *encoder) answer(e *timeline.Entry) error {
	c := n.open[e.CallID]
	if id, waits := n.native[e.CallID]; waits {
		delete(n.native, e.CallID)
		c = &call{entry: e.CallID, id: id}
	}
	if c == nil {
		n.lose("call of a result", "the source has only the result; stead adds a call of unknown_tool, as a result must have one")
		n.call(&timeline.Entry{ID: e.CallID, Type: timeline.ToolCall, Tool: timeline.Unknown, OriginalTool: "unknown_tool"})
		c = n.open[e.CallID]
	}
	for range e.Attachments {
		n.loseItem(writers.Media, 0, "picture in a result", "clido's results are text")
	}
	if err := n.result(c, outputOf(e), !e.Success, n.file(c, e)); err != nil {
		return err
	}
	return n.resume()
}

// outputOf is what the model gets of a result: why it failed stands before the output.
func outputOf(e *timeline.Entry) timeline.Text {
	if e.Success || e.Error.IsEmpty() || e.Output.Equal(e.Error) {
		return e.Output
	}
	return timeline.Join([]timeline.Text{e.Error, e.Output}, "\n")
}

func (n *encoder) result(c *call, output timeline.Text, failed bool, file timeline.Extra) error {
	if err := n.flush(); err != nil {
		return err
	}
	delete(n.open, c.entry)
	if len(n.open) == 0 {
		n.order = nil
	}
	return n.line(format.ToolResult, func(o *timeline.Object) {
		o.String("tool_use_id", c.id)
		o.Text("content", output)
		o.Bool("is_error", failed)
		for _, member := range format.FileMembers {
			if value := file[member]; value != nil {
				o.Raw(member, value)
			}
		}
	})
}

// picture returns the block of a picture, or nothing for what is none.
func (n *encoder) picture(a timeline.Attachment) []byte {
	if !strings.HasPrefix(a.MediaType, "image/") {
		n.loseItem(writers.Media, 0, "attachment "+a.MediaType, "clido's prompts have pictures, and no other files")
		return nil
	}
	data, ok := n.report.Losses.Content(&a)
	if !ok {
		return nil
	}
	return block(format.ImageBlock, func(o *timeline.Object) {
		o.String("media_type", a.MediaType)
		o.Text("base64_data", data)
	})
}
