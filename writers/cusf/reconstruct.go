package cusf

import (
	"bytes"
	"encoding/json"
	"fmt"

	format "stead/adapters/cusf"
	"stead/timeline"
)

// rebuild adds to lines the data for which the format has no place, so that the session can be rebuilt.
type rebuild struct {
	out      *output
	stream   timeline.Stream
	isWanted bool
	// before are entries without a line of their own. The next line carries them.
	before [][]byte
	// isMade is set during the writing of a line that no entry of the source produced.
	isMade bool
}

// keep keeps an entry without a line of its own for the next line.
func (r *rebuild) keep(e *timeline.Entry) { r.before = append(r.before, e.AppendJSON(nil)) }

// keepWhole keeps an entry whose content another line holds, if the file is written for reconstruction.
func (r *rebuild) keepWhole(e *timeline.Entry) {
	if r.isWanted {
		r.keep(e)
	}
}

// appendMade marks a line that no entry produced.
func (r *rebuild) appendMade(o *timeline.Object) {
	r.stead(o, func(x *timeline.Object) { x.Bool(format.SteadMade, true) })
}

// appendEntry adds the entry that produced a line. Verbatim reports that the line holds the entry's texts, or its call,
// unchanged.
func (r *rebuild) appendEntry(o *timeline.Object, e *timeline.Entry, verbatim bool) {
	if r.isMade {
		r.appendMade(o)
		return
	}
	r.stead(o, func(x *timeline.Object) {
		kept := *e
		if verbatim {
			kept.Content, kept.Thinking, kept.Output = timeline.Text{}, timeline.Text{}, timeline.Text{}
			kept.Input = nil
		}
		x.Append(format.SteadEntry, kept.AppendJSON)
		if verbatim {
			x.Bool(format.SteadVerbatim, true)
		}
	})
}

// appendHeader adds the header of the session.
func (r *rebuild) appendHeader(o *timeline.Object) error {
	header, err := json.Marshal(r.stream.Header)
	if err != nil {
		return fmt.Errorf("encode the session's header: %w", err)
	}
	r.stead(o, func(x *timeline.Object) { x.Raw(format.SteadHeader, header) })
	return nil
}

// appendEnd adds the rest: the last entries, and the sessions of sub-agents.
func (r *rebuild) appendEnd(o *timeline.Object) error {
	children := r.stream.Children
	if !r.isWanted {
		for range children {
			r.out.lose("session of a sub-agent", "a file holds one session: export it for reconstruction to keep it")
		}
		return nil
	}
	documents := []byte{'['}
	for i, child := range children {
		var document bytes.Buffer
		if _, err := timeline.WriteDocument(&document, child); err != nil {
			return fmt.Errorf("session of a sub-agent: %w", err)
		}
		if i > 0 {
			documents = append(documents, ',')
		}
		documents = append(documents, bytes.ReplaceAll(document.Bytes(), []byte{'\n'}, nil)...)
	}
	r.stead(o, func(x *timeline.Object) { x.Raw(format.SteadChildren, append(documents, ']')) })
	return nil
}

// stead adds the member x_stead, including the entries that waited for a line.
func (r *rebuild) stead(o *timeline.Object, members func(*timeline.Object)) {
	if !r.isWanted {
		return
	}
	o.Append(format.Stead, func(dst []byte) []byte {
		x := timeline.NewObject(dst)
		if len(r.before) > 0 {
			x.Raw(format.SteadBefore, append(append([]byte{'['}, bytes.Join(r.before, []byte{','})...), ']'))
			r.before = nil
		}
		members(&x)
		return x.End()
	})
}
