package pi

import (
	"bufio"
	"bytes"
	"context"
	"errors"

	"stead/adapters/adapter"
	"stead/adapters/pi"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// maxHeader is the number of bytes in which headerOf searches for the header of a file.
const maxHeader = 1 << 20

// headerOf returns the first line of a file that is JSON if it is a session's header. The file must exist.
func headerOf(path string) []byte {
	file, err := regular.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxHeader)
	for lines.Scan() {
		clean, _, ok := jsonl.Clean(bytes.Clone(lines.Bytes()))
		if !ok {
			continue
		}
		if r := pi.Peek(clean); r.IsHeader() {
			return clean
		}
		return nil
	}
	return nil
}

// children opens the sessions of the sub-agents that a header lists. It accepts only files next to the session's file
// that are marked as sub-agents' sessions. The user may have deleted any of them.
func children(ctx context.Context, path string, header []byte, id string) ([]timeline.Stream, error) {
	var streams []timeline.Stream
	for _, agent := range pi.AgentsOf(header) {
		place := pi.AgentPath(path, agent.ID)
		if place == "" || place == path {
			continue
		}
		child, err := open(ctx, adapter.Location{Path: place, ID: agent.ID})
		if errors.Is(err, adapter.ErrEmpty) || errors.Is(err, adapter.ErrFormat) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if l := child.Header.Lineage; l == nil || l.Kind != timeline.LineageSubagent {
			continue
		}
		child.Header.Lineage.Parent = pi.Name + ":" + id
		streams = append(streams, child)
	}
	return streams, nil
}

// open opens a session with the sessions of its sub-agents.
func open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	session, err := recordtree.Open(ctx, location.Path, format{})
	if err != nil {
		return timeline.Stream{}, err
	}
	stream := timeline.Stream{Header: header(session, location), Entries: session.Entries(ctx)}
	first := headerOf(location.Path)
	if call, ok := pi.IsAgent(first); ok {
		stream.Header.Lineage.Kind, stream.Header.Lineage.At = timeline.LineageSubagent, call
		return stream, nil // stead writes no agents of agents, so this session has no others
	}
	stream.Children, err = children(ctx, location.Path, first, stream.Header.Source.OriginalID)
	return stream, err
}
