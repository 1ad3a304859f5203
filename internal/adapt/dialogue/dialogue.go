// Package dialogue puts a timeline into the order that chat APIs demand: a response is one message with all its texts
// and calls, and its calls are answered before anything else is said. Writers of formats that keep such messages share
// it.
package dialogue

import (
	"slices"

	"stead/timeline"
)

// Sink takes a conversation message by message.
type Sink interface {
	// User takes a prompt, System a text of no side: a summary when it has a compaction.
	User(*timeline.Entry) error
	System(*timeline.Entry) error
	// Response takes the texts, thoughts and calls of one response.
	Response([]*timeline.Entry) error
	// Result takes the answer to a call that was taken before. Of a call whose answer is missing it takes a note that says
	// so.
	Result(call, result *timeline.Entry) error
	// Lose declares that something could not be delivered as it was.
	Lose(what, why string)
}

// maxDeferred bounds how many entries wait for the results of calls. A source that goes on for longer without them has
// lost them.
const maxDeferred = 64

// Dialogue hands entries on to a sink. It is not safe for use by several goroutines.
type Dialogue struct {
	sink     Sink
	response []*timeline.Entry
	// open are the calls without a result, in order; answering is set once one of the response has its result.
	open      []*timeline.Entry
	answering bool
	deferred  []*timeline.Entry
}

// New returns a dialogue of nothing so far.
func New(sink Sink) *Dialogue { return &Dialogue{sink: sink} }

// Add takes the next entry of the active conversation. It holds on to it for a while.
func (d *Dialogue) Add(e *timeline.Entry) error {
	if !d.mustWait(e) {
		return d.convert(e)
	}
	d.deferred = append(d.deferred, e)
	if len(d.deferred) < maxDeferred {
		return nil
	}
	return d.settle()
}

// Close hands on all that is held. Calls without a result get a note that says so.
func (d *Dialogue) Close() error {
	for len(d.open)+len(d.deferred) > 0 {
		if err := d.settle(); err != nil {
			return err
		}
	}
	return d.flush()
}

// answered tells that a result was written elsewhere.
func (d *Dialogue) answered(call string) {
	d.open = slices.DeleteFunc(d.open, func(e *timeline.Entry) bool { return e.ID == call })
}

// IsOpen reports whether calls wait for their results.
func (d *Dialogue) IsOpen() bool { return len(d.open) > 0 }

// GiveWay closes what must stand before an entry that is written elsewhere, from a record of the target's own. The
// result of a call that was added may be such an entry.
func (d *Dialogue) GiveWay(e *timeline.Entry) error {
	if e.Type == timeline.ToolResult {
		d.answered(e.CallID)
	}
	if e.Hidden {
		return nil
	}
	return d.Close()
}

// mustWait reports whether an entry has to stand behind results that have not come yet.
func (d *Dialogue) mustWait(e *timeline.Entry) bool {
	switch {
	case len(d.open) == 0:
		return false
	case e.Type == timeline.ToolResult:
		return d.find(e.CallID) == nil && slices.ContainsFunc(d.deferred, func(call *timeline.Entry) bool {
			return call.Type == timeline.ToolCall && call.ID == e.CallID
		})
	case e.Type == timeline.ToolCall || e.Type == timeline.Assistant:
		return d.answering || len(d.deferred) > 0 // else it belongs to the same response
	}
	return true
}

func (d *Dialogue) find(call string) *timeline.Entry {
	at := slices.IndexFunc(d.open, func(e *timeline.Entry) bool { return e.ID == call })
	if at < 0 {
		return nil
	}
	return d.open[at]
}

func (d *Dialogue) convert(e *timeline.Entry) error {
	switch e.Type {
	case timeline.Assistant, timeline.ToolCall:
		d.response = append(d.response, e)
		if e.Type == timeline.ToolCall {
			d.open = append(d.open, e)
		}
		return nil
	case timeline.ToolResult:
		return d.answer(e)
	}
	if err := d.flush(); err != nil {
		return err
	}
	if e.Type == timeline.User {
		return d.sink.User(e)
	}
	return d.sink.System(e)
}

// flush hands on the response.
func (d *Dialogue) flush() error {
	if len(d.response) == 0 {
		return nil
	}
	response := d.response
	d.response = nil
	return d.sink.Response(response)
}

// answer hands on a result. One of a call that the source does not have gets a call.
func (d *Dialogue) answer(e *timeline.Entry) error {
	call := d.find(e.CallID)
	if call == nil {
		call = &timeline.Entry{
			ID: e.CallID, Timestamp: e.Timestamp, Type: timeline.ToolCall, Tool: timeline.Unknown, OriginalTool: "unknown_tool",
		}
		d.sink.Lose("call of a result", "the source has only the result: stead adds a call of unknown_tool")
		if err := d.convert(call); err != nil {
			return err
		}
	}
	if err := d.result(call, e); err != nil {
		return err
	}
	return d.resume()
}

func (d *Dialogue) result(call, result *timeline.Entry) error {
	if err := d.flush(); err != nil {
		return err
	}
	d.answered(call.ID)
	d.answering = len(d.open) > 0
	d.keep(call, result)
	return d.sink.Result(call, result)
}

// keep makes a summary that waits keep a result when it keeps the call.
func (d *Dialogue) keep(call, result *timeline.Entry) {
	for i, e := range d.deferred {
		if e.Compaction == nil || !slices.Contains(e.Compaction.Keeps, call.ID) ||
			slices.Contains(e.Compaction.Keeps, result.ID) {
			continue
		}
		d.deferred[i] = e.Clone()
		d.deferred[i].Compaction.Keeps = append(d.deferred[i].Compaction.Keeps, result.ID)
	}
}

// settle answers the calls whose results have not come, and then writes what waited for them.
func (d *Dialogue) settle() error {
	d.part()
	for len(d.open) > 0 {
		call := d.open[0]
		d.sink.Lose("result of a call", "the source recorded none: a note in its place says so")
		if err := d.result(call, &timeline.Entry{
			ID: call.ID + "\x00result", Timestamp: call.Timestamp, Type: timeline.ToolResult, CallID: call.ID,
			Output: timeline.NewText("No result of this call was recorded."),
		}); err != nil {
			return err
		}
	}
	return d.resume()
}

// part ends the response at the first text behind a call: as the call's result never came, the text was said without
// it.
func (d *Dialogue) part() {
	first := slices.IndexFunc(d.response, func(e *timeline.Entry) bool { return e.Type == timeline.ToolCall })
	if first < 0 {
		return
	}
	length := slices.IndexFunc(d.response[first:], func(e *timeline.Entry) bool { return e.Type == timeline.Assistant })
	if length < 0 {
		return
	}
	rest := slices.Clone(d.response[first+length:])
	d.response, d.deferred = d.response[:first+length], append(rest, d.deferred...)
	for _, e := range rest {
		d.answered(e.ID) // it is to be made once more
	}
}

// resume goes on with what was deferred, once no call is open.
func (d *Dialogue) resume() error {
	for len(d.open) == 0 && len(d.deferred) > 0 {
		deferred := d.deferred
		d.deferred = nil
		for _, e := range deferred {
			if d.mustWait(e) {
				d.deferred = append(d.deferred, e)
			} else if err := d.convert(e); err != nil {
				return err
			}
		}
	}
	return nil
}
