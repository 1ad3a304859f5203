package timeline

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// LinesFormat is the value of the "format" member that identifies the header line of the JSON Lines encoding.
const LinesFormat = "stead-timeline"

// AppendHeaderLine appends the header line of the JSON Lines encoding to dst, including its line end. A header line
// with the CLI and id of an earlier header continues that session, so a session can be appended to after its children.
// It fails for a header whose raw members are not valid JSON, and then returns dst unchanged.
func AppendHeaderLine(dst []byte, h Header) ([]byte, error) {
	data, err := json.Marshal(h)
	if err != nil {
		return dst, fmt.Errorf("encode session header: %w", err)
	}
	dst = append(dst, `{"format":"`+LinesFormat+`",`...)
	return append(append(dst, data[1:]...), '\n'), nil
}

// WriteLines writes the session in the JSON Lines encoding: the header, one line for each entry, then each child in the
// same way. It returns the number of entries written, excluding those of the children.
func WriteLines(w io.Writer, s Stream) (int, error) {
	buffered := bufio.NewWriterSize(w, writeBuffer)
	n, err := writeLines(buffered, s)
	if err != nil {
		return n, err
	}
	return n, buffered.Flush()
}

// writeBuffer is the size of the output buffer. It is large enough that the cost of write calls is negligible.
const writeBuffer = 256 << 10

func writeLines(w *bufio.Writer, s Stream) (int, error) {
	line, err := AppendHeaderLine(nil, s.Header)
	if err != nil {
		return 0, err
	}
	if _, err := w.Write(line); err != nil {
		return 0, err
	}
	n := 0
	for e, err := range s.Entries {
		if err != nil {
			return n, err
		}
		line = append(e.AppendJSON(line[:0]), '\n')
		if _, err := w.Write(line); err != nil {
			return n, err
		}
		n++
	}
	for _, child := range s.Children {
		if _, err := writeLines(w, child); err != nil {
			return n, err
		}
	}
	return n, nil
}
