package kimicli

import (
	"io"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// contextFiles writes the context, in a new file after each compaction.
type contextFiles struct {
	file   output                    // the current file
	next   func() (io.Writer, error) // creates the next file
	lines  int                       // the number of lines in the earlier files
	memory memory
}

// begin begins a context file, which replaces the one before it.
func (f *contextFiles) begin() error {
	f.lines += f.file.Lines
	if err := f.file.Flush(); err != nil {
		return err
	}
	dst, err := f.next()
	f.file = output{jsonl.Buffer{Dst: dst}}
	return err
}

// message writes a message of the context.
func (f *contextFiles) message(role string, entries []string, content []byte, more func(*timeline.Object)) {
	line := f.file.line(func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.String("role", role)
			o.Raw("content", content)
			if more != nil {
				more(o)
			}
		})
	})
	f.memory.add(entries, line)
}
