package blocks

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"stead/forks/draft"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

const (
	mark      = "=== "
	newWord   = "new"
	endWord   = "end"
	backslash = `\`
)

// head and tail have more lines than editors search for settings of their own, because a session must not be able to
// set any.
const (
	head = `Edit the blocks below, save, and leave the editor:
  delete a block to drop the entry; a call and its result go together
  change its text to rewrite it; the text of a call is a JSON object
  put it elsewhere to move it; add "=== new user" or "=== new assistant"
The original is never changed. An empty file changes nothing.

`
	tail = mark + endWord + `

What stands below the line above is not read.
Only the number behind === counts: the rest of such a line is for you.
A line of a text that begins with === has a backslash before it.
Thinking and attachments stay with their entries and are not shown.
stead session edit --undo takes back what you do here.
`
)

// Write writes the text of a copy. Errors are those of the copy's stream and of w.
func Write(ctx context.Context, w io.Writer, c *draft.Copy) error {
	buffered := bufio.NewWriter(w)
	_, _ = buffered.WriteString(title(c.Draft) + head) // the buffer keeps an error until it is flushed
	calls := map[string]int{}
	err := each(ctx, c, func(number int, e *timeline.Entry) error {
		if e.Type == timeline.ToolCall {
			calls[strings.Clone(e.ID)] = number
		}
		_, err := fmt.Fprintf(buffered, "%s%d %s\n%s\n", mark, number, about(e, calls), escaped(draft.Text(e)))
		return err
	})
	if err != nil {
		return err
	}
	_, _ = buffered.WriteString(tail)
	return buffered.Flush()
}

// title says what is being edited, in the first line. [Read] uses the revision.
func title(d draft.Draft) string {
	if d.ID == "" {
		return fmt.Sprintf("This is a copy of %s.\n", plain.Line(d.Source))
	}
	return fmt.Sprintf("This is %s, a copy of %s (revision %s).\n", d.Reference(), plain.Line(d.Source), d.Revision())
}

// each calls fn for each entry of the copy's conversation.
func each(ctx context.Context, c *draft.Copy, fn func(number int, e *timeline.Entry) error) error {
	s, err := c.Stream(ctx)
	if err != nil {
		return err
	}
	number := 0
	return s.Each(ctx, func(e *timeline.Entry) error {
		if !e.Active() {
			return nil
		}
		number++
		return fn(number, e)
	})
}

// about describes an entry in a few words.
func about(e *timeline.Entry, calls map[string]int) string {
	words := string(e.Type)
	switch {
	case e.Type == timeline.ToolCall:
		words = "call " + transcript.Name(e)
	case e.Type == timeline.ToolResult && calls[e.CallID] > 0:
		words = fmt.Sprintf("result of %d", calls[e.CallID])
	case e.Type == timeline.ToolResult:
		words = "result"
	case e.Origin != nil:
		words += ", " + plain.Line(string(e.Origin.Kind))
	case e.Compaction != nil:
		words = "summary of what came before"
	}
	if e.Type == timeline.ToolResult && !e.Success {
		words += ", failed"
	}
	if n := len(e.Attachments); n > 0 {
		words += fmt.Sprintf(", with %s", transcript.Count(n, "attachment"))
	}
	return words
}

// escaped returns a text with a backslash before each line that would begin a block, and with a final line end.
func escaped(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, backslash), mark) {
			b.WriteString(backslash)
		}
		b.WriteString(line)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		b.WriteString("\n")
	}
	return b.String()
}
