package timeline

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// WriteDocument writes the session as one JSON document: the members of the header, the timeline, and the children as
// nested documents. Each entry takes one line, so that people can read and compare the document. It returns the number
// of entries written, excluding those of the children.
func WriteDocument(w io.Writer, s Stream) (int, error) {
	buffered := bufio.NewWriterSize(w, writeBuffer)
	n, err := writeDocument(buffered, s)
	if err != nil {
		return n, err
	}
	if err := buffered.WriteByte('\n'); err != nil {
		return n, err
	}
	return n, buffered.Flush()
}

func writeDocument(w *bufio.Writer, s Stream) (int, error) {
	header, err := json.Marshal(s.Header)
	if err != nil {
		return 0, fmt.Errorf("encode session header: %w", err)
	}
	if _, err := w.Write(header[:len(header)-1]); err != nil {
		return 0, err
	}
	n, err := writeTimeline(w, s)
	if err != nil {
		return n, err
	}
	if err := writeChildren(w, s.Children); err != nil {
		return n, err
	}
	return n, w.WriteByte('}')
}

func writeChildren(w *bufio.Writer, children []Stream) error {
	if len(children) == 0 {
		return nil
	}
	separator := ",\"children\":[\n"
	for _, child := range children {
		if _, err := w.WriteString(separator); err != nil {
			return err
		}
		if _, err := writeDocument(w, child); err != nil {
			return err
		}
		separator = ",\n"
	}
	return w.WriteByte(']')
}

func writeTimeline(w *bufio.Writer, s Stream) (int, error) {
	if _, err := w.WriteString(",\"timeline\":["); err != nil {
		return 0, err
	}
	n := 0
	var line []byte
	for e, err := range s.Entries {
		if err != nil {
			return n, err
		}
		line = line[:0]
		if n > 0 {
			line = append(line, ',')
		}
		line = e.AppendJSON(append(line, '\n'))
		if _, err := w.Write(line); err != nil {
			return n, err
		}
		n++
	}
	_, err := w.WriteString("]")
	return n, err
}
