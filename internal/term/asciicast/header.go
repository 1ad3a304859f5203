package asciicast

import (
	"encoding/json"
	"fmt"
	"maps"
	"time"
)

// headerLine holds the header of both versions. Version 3 nests the terminal; version 2 has its width and height at the
// top level.
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

// line returns the header in the format of a version, which is 2 or 3.
func (h Header) line(version int) ([]byte, error) {
	line := headerLine{Version: version, Command: h.Command, Title: h.Title, Env: h.Env}
	if version == 3 {
		line.Terminal = &terminalField{Columns: h.Columns, Rows: h.Rows, Type: h.Term}
	} else {
		line.Width, line.Height, line.Env = h.Columns, h.Rows, withTerm(h.Env, h.Term)
	}
	if !h.Start.IsZero() {
		line.Timestamp = h.Start.Unix()
	}
	encoded, err := json.Marshal(line)
	return append(encoded, '\n'), err
}

// withTerm returns the variables including TERM: version 2 has no other place for it.
func withTerm(env map[string]string, term string) map[string]string {
	if term == "" {
		return env
	}
	all := map[string]string{"TERM": term}
	maps.Copy(all, env)
	return all
}

// parseHeader returns the header and the version of the recording.
func parseHeader(encoded []byte) (Header, int, error) {
	var line headerLine
	if err := json.Unmarshal(encoded, &line); err != nil {
		return Header{}, 0, fmt.Errorf("the first line is not an asciicast header: %w", err)
	}
	header := Header{Columns: line.Width, Rows: line.Height, Command: line.Command, Title: line.Title, Env: line.Env}
	switch {
	case line.Version == 3 && line.Terminal != nil:
		header.Columns, header.Rows, header.Term = line.Terminal.Columns, line.Terminal.Rows, line.Terminal.Type
	case line.Version == 2:
		header.Term = line.Env["TERM"]
	default:
		return Header{}, 0, fmt.Errorf("asciicast version %d is not supported: only 2 and 3 are", line.Version)
	}
	if line.Timestamp != 0 {
		header.Start = time.Unix(line.Timestamp, 0)
	}
	return header, line.Version, nil
}
