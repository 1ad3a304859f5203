package markdown

import (
	"bufio"
	"fmt"

	"stead/internal/render/transcript"
	"stead/timeline"
)

// attachments shows pictures. Their bytes follow at the end of the file, where they do not disturb reading.
func (p pen) attachments(e *timeline.Entry) {
	for _, a := range e.Attachments {
		if _, ok := transcript.Picture(a); !ok {
			p.write("*", inline(transcript.Label(a)), "*\n\n")
			continue
		}
		*p.pictures++
		p.write("![", inline(transcript.Label(a)), "][", pictureName(*p.pictures), "]\n\n")
	}
}

func pictureName(number int) string { return fmt.Sprintf("picture-%d", number) }

// definitions writes the definitions of the pictures, in the order in which they were used.
type definitions struct {
	w       *bufio.Writer
	written int
}

func (d *definitions) steps(s timeline.Stream) error {
	for step, err := range transcript.Steps(s) {
		if err != nil {
			return err
		}
		if step.Entry != nil && step.Entry.Type != timeline.ToolCall {
			d.define(step.Entry)
		}
		for _, agent := range step.Agents {
			if err := d.steps(agent); err != nil {
				return err
			}
		}
		if step.Result != nil {
			d.define(step.Result)
		}
	}
	return nil
}

func (d *definitions) define(e *timeline.Entry) {
	for _, a := range e.Attachments {
		if url, ok := transcript.Picture(a); ok {
			d.written++
			_, _ = fmt.Fprintf(d.w, "[%s]: %s\n", pictureName(d.written), url)
		}
	}
}
