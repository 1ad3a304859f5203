package forks

import (
	"maps"
	"strings"

	"stead/timeline"
)

// openCalls holds the calls without a result so far, by their ids: present are those of the current turn, left those of
// earlier turns.
type openCalls struct {
	present, left map[string]openCall
}

type openCall struct {
	// since is the position of the first call in an unbroken series of open calls up to this one. No pair of call and
	// result crosses that position.
	since  int
	record place
}

func newOpenCalls() openCalls {
	return openCalls{map[string]openCall{}, map[string]openCall{}}
}

// see processes the next entry of the conversation.
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

// call returns the open call with an id.
func (o openCalls) call(id string) (openCall, bool) {
	call, ok := o.present[id]
	if !ok {
		call, ok = o.left[id]
	}
	return call, ok
}

// since returns the position since which the turn has had an open call, or the given position if it has none.
func (o openCalls) since(position int) int {
	for _, call := range o.present {
		position = min(position, call.since)
	}
	return position
}
