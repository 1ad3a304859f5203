package cusf

import (
	"bytes"
	"encoding/json"
	"fmt"

	format "stead/internal/format/cusf"
	"stead/timeline"
)

// keep keeps an entry without a line of its own for the next line.
func (n *encoder) keep(e *timeline.Entry) { n.before = append(n.before, e.AppendJSON(nil)) }

// keepWhole keeps an entry whose content another line has, where the session is to be rebuilt.
func (n *encoder) keepWhole(e *timeline.Entry) {
	if n.Reconstruct {
		n.keep(e)
	}
}

// appendMade marks a line that was made of nothing.
func (n *encoder) appendMade(o *timeline.Object) {
	n.stead(o, func(x *timeline.Object) { x.Bool(format.SteadMade, true) })
}

// appendEntry adds the entry that a line was made of. Verbatim tells that the line has its texts, or its call, as they are.
func (n *encoder) appendEntry(o *timeline.Object, e *timeline.Entry, verbatim bool) {
	if n.isMade {
		n.appendMade(o)
		return
	}
	n.stead(o, func(x *timeline.Object) {
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
func (n *encoder) appendHeader(o *timeline.Object) error {
	header, err := json.Marshal(n.header)
	if err != nil {
		return fmt.Errorf("encode the session's header: %w", err)
	}
	n.stead(o, func(x *timeline.Object) { x.Raw(format.SteadHeader, header) })
	return nil
}

// appendEnd adds what is left: the last entries, and the sessions of sub-agents.
func (n *encoder) appendEnd(o *timeline.Object) error {
	children := n.plan.Stream.Children
	if !n.Reconstruct {
		for range children {
			n.lose("session of a sub-agent", "a file holds one session: export it for reconstruction to keep it")
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
	n.stead(o, func(x *timeline.Object) { x.Raw(format.SteadChildren, append(documents, ']')) })
	return nil
}

// stead adds the member x_stead, with the entries that waited for a line.
func (n *encoder) stead(o *timeline.Object, members func(*timeline.Object)) {
	if !n.Reconstruct {
		return
	}
	o.Append(format.Stead, func(dst []byte) []byte {
		x := timeline.NewObject(dst)
		if len(n.before) > 0 {
			x.Raw(format.SteadBefore, append(append([]byte{'['}, bytes.Join(n.before, []byte{','})...), ']'))
			n.before = nil
		}
		members(&x)
		return x.End()
	})
}
