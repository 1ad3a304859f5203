package asciicast

import (
	"encoding/json"
	"fmt"
	"time"
)

// headerLine holds the header of both versions: 3 nests the terminal, 2 has its width and height on top.
type headerLine struct {
	Version   int               `json:"version"`
	Terminal  *terminalField    `json:"term,omitempty"`
	Width     int               `json:"width,omitempty"`
	Height    int               `json:"height,omitempty"`
	Timestamp int64             `json:"timestamp,omitempty"`
	Command   string            `json:"command,omitempty"`
	Title     string            `json:"title,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
}

type terminalField struct {
	Columns int    `json:"cols"`
	Rows    int    `json:"rows"`
	Type    string `json:"type,omitempty"`
}

func (h Header) line() ([]byte, error) {
	line := headerLine{
		Version:  3,
		Terminal: &terminalField{Columns: h.Columns, Rows: h.Rows, Type: h.Term},
		Command:  h.Command,
		Title:    h.Title,
		Env:      h.Env,
	}
	if !h.Start.IsZero() {
		line.Timestamp = h.Start.Unix()
	}
	encoded, err := json.Marshal(line)
	return append(encoded, '\n'), err
}

// parseHeader gives the header and the version of the recording.
func parseHeader(encoded []byte) (Header, int, error) {
	var line headerLine
	if err := json.Unmarshal(encoded, &line); err != nil {
		return Header{}, 0, fmt.Errorf("the first line is no asciicast header: %w", err)
	}
	header := Header{Columns: line.Width, Rows: line.Height, Command: line.Command, Title: line.Title, Env: line.Env}
	switch {
	case line.Version == 3 && line.Terminal != nil:
		header.Columns, header.Rows, header.Term = line.Terminal.Columns, line.Terminal.Rows, line.Terminal.Type
	case line.Version == 2:
		header.Term = line.Env["TERM"]
	default:
		return Header{}, 0, fmt.Errorf("asciicast version %d is not known: only 2 and 3 can be read", line.Version)
	}
	if line.Timestamp != 0 {
		header.Start = time.Unix(line.Timestamp, 0)
	}
	return header, line.Version, nil
}
