package forks

import (
	"maps"
	"strings"

	"stead/timeline"
)

// openCalls are the calls that have no result yet, by their ids: those of the current turn, and those that earlier
// turns have left.
type openCalls struct {
	present, left map[string]openCall
}

type openCall struct {
	// since is the position of the call from which on there was always one open: a result and its call stand on one side
	// of it.
	since  int
	record place
}

func newOpenCalls() openCalls {
	return openCalls{map[string]openCall{}, map[string]openCall{}}
}

// see follows the conversation.
func (o openCalls) see(position int, e *timeline.Entry) {
	switch {
	case e.Type == timeline.ToolCall:
		at, _ := placeOf(e)
		o.present[strings.Clone(e.ID)] = openCall{o.since(position), at}
	case e.Type == timeline.ToolResult:
		delete(o.present, e.CallID)
		delete(o.left, e.CallID)
	case e.StartsTurn():
		maps.Copy(o.left, o.present)
		clear(o.present)
	}
}

// call returns the open call of that id.
func (o openCalls) call(id string) (openCall, bool) {
	call, ok := o.present[id]
	if !ok {
		call, ok = o.left[id]
	}
	return call, ok
}

// since returns the position from which on a call of the turn has been open, or the given one.
func (o openCalls) since(position int) int {
	for _, call := range o.present {
		position = min(position, call.since)
	}
	return position
}
