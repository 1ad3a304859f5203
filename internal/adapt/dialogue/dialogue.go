// Package dialogue puts a timeline into the order that chat APIs demand: a response is one message with all its texts
// and calls, and the results of its calls come before anything else. It is shared by the writers of formats that store
// such messages.
package dialogue

import (
	"slices"

	"stead/timeline"
)

// Sink receives a conversation message by message.
type Sink interface {
	// User receives a prompt. System receives a text of no side, which is a summary if it has a compaction.
	User(*timeline.Entry) error
	System(*timeline.Entry) error
	// Response receives the texts, thoughts and calls of one response.
	Response([]*timeline.Entry) error
	// Result receives the result of a call that the sink has already received. If the source has no result, Result
	// receives a note that says so.
	Result(call, result *timeline.Entry) error
	// Lose reports that something could not be delivered unchanged.
	Lose(what, why string)
}

// maxDeferred is the maximum number of entries that wait for the results of calls. A source that continues for longer
// without the results has lost them.
const maxDeferred = 64

// Dialogue passes entries on to a sink. It is not safe for concurrent use.
type Dialogue struct {
	sink     Sink
	response []*timeline.Entry
	// open holds the calls without a result, in order. answering is set once a call of the response has its result.
	open      []*timeline.Entry
	answering bool
	deferred  []*timeline.Entry
}

// New returns an empty dialogue.
func New(sink Sink) *Dialogue { return &Dialogue{sink: sink} }

// Add receives the next entry of the active conversation. It may hold the entry for a while.
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

// Close passes on all entries that are held. A call without a result gets a note that says so.
func (d *Dialogue) Close() error {
	for len(d.open)+len(d.deferred) > 0 {
		if err := d.settle(); err != nil {
			return err
		}
	}
	return d.flush()
}

// answered records that a result was written elsewhere.
func (d *Dialogue) answered(call string) {
	d.open = slices.DeleteFunc(d.open, func(e *timeline.Entry) bool { return e.ID == call })
}

// IsOpen reports whether any calls wait for their results.
func (d *Dialogue) IsOpen() bool { return len(d.open) > 0 }

// GiveWay closes what must precede an entry that is written elsewhere, from a record of the target itself. This entry
// may be the result of a call that was added.
func (d *Dialogue) GiveWay(e *timeline.Entry) error {
	if e.Type == timeline.ToolResult {
		d.answered(e.CallID)
	}
	if e.Hidden {
		return nil
	}
	return d.Close()
}

// mustWait reports whether an entry must follow results that have not arrived yet.
func (d *Dialogue) mustWait(e *timeline.Entry) bool {
	switch {
	case len(d.open) == 0:
		return false
	case e.Type == timeline.ToolResult:
		return d.find(e.CallID) == nil && slices.ContainsFunc(d.deferred, func(call *timeline.Entry) bool {
			return call.Type == timeline.ToolCall && call.ID == e.CallID
		})
	case e.Type == timeline.ToolCall || e.Type == timeline.Assistant:
		return d.answering || len(d.deferred) > 0 // otherwise, it belongs to the same response
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

// flush passes the response on.
func (d *Dialogue) flush() error {
	if len(d.response) == 0 {
		return nil
	}
	response := d.response
	d.response = nil
	return d.sink.Response(response)
}

// answer passes a result on. If the source does not have the call of the result, answer adds one.
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

// keep makes sure that a waiting summary that keeps the call also keeps the result.
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

// settle answers the calls whose results have not arrived, and then writes the entries that waited for them.
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

// part ends the response at the first text after a call. Because the result of the call never arrived, the text was
// written without it.
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
		d.answered(e.ID) // it is added again later
	}
}

// resume continues with the deferred entries once no call is open.
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
