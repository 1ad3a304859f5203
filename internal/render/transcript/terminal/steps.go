package terminal

import (
	"bufio"
	"bytes"
	"iter"
	"strings"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Block is one step of a session as shown on a screen.
type Block struct {
	// Entry is the id of the step's last entry: a fork there keeps the step complete. It is empty for a block that is not
	// an entry, such as a sub-agent's name.
	Entry string
	// First is the id of the step's first entry. For a call, Entry is the id of its result.
	First string
	// Turn is the number of turns up to and including the step.
	Turn int
	// IsChange marks a call that changes a file.
	IsChange bool
	// Lines are safe for a terminal, and none is wider than the options allow.
	Lines []string
}

// Blocks yields a session step by step, as Write shows it, without a header. The error is that of the stream.
func Blocks(s timeline.Stream, o Options) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		var text bytes.Buffer
		p := printer{pen: pen{o, bufio.NewWriter(&text)}}
		for step, err := range transcript.Steps(s) {
			if err != nil {
				yield(Block{}, err)
				return
			}
			if e := step.Entry; e != nil && e.Branch != "" && !o.Full {
				continue
			}
			b := Block{Entry: LastOf(step), IsChange: step.Entry != nil && step.Entry.Type == timeline.ToolCall &&
				isChange(step.Entry)}
			if step.Entry != nil {
				b.First = step.Entry.ID
				p.step(step)
			}
			for _, child := range step.Agents {
				p.dim("", plain.Line("sub-agent "+child.Header.ID))
			}
			_ = p.w.Flush() // a buffer accepts all writes
			b.Turn, b.Lines = p.turn, linesOf(&text)
			if len(b.Lines) > 0 && !yield(b, nil) {
				return
			}
		}
	}
}

// LastOf returns the id of a step's last entry, which identifies the step.
func LastOf(s transcript.Step) string {
	switch {
	case s.Result != nil:
		return s.Result.ID
	case s.Entry != nil:
		return s.Entry.ID
	}
	return ""
}

// linesOf moves the lines out of a buffer.
func linesOf(text *bytes.Buffer) []string {
	whole := strings.TrimSuffix(text.String(), "\n")
	text.Reset()
	if whole == "" {
		return nil
	}
	return strings.Split(whole, "\n")
}
