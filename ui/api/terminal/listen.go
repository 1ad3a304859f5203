package terminal

import (
	"context"
	"fmt"

	"github.com/coder/websocket"
)

// listen does what the caller asks for until it has gone. The end of ctx is not that of a read, which would end the
// connection without a word.
func (v *visit) listen(ctx context.Context) {
	defer close(v.gone)
	for {
		kind, data, err := v.conn.Read(context.WithoutCancel(ctx))
		if err != nil {
			return
		}
		if kind == websocket.MessageBinary {
			if err := v.typed(data); err != nil {
				return
			}
			continue
		}
		if err := v.do(data); err != nil {
			_ = send(ctx, v.conn, problemMessage{problemType, v.Problem(err)}) // whoever has gone is noticed by the next read
		}
	}
}

// typed passes keys on. Those of a caller without the keyboard are dropped: somebody may have taken it while they were
// on their way.
func (v *visit) typed(keys []byte) error {
	v.access.Lock()
	types := v.attached && v.types
	v.access.Unlock()
	if !types {
		return nil
	}
	_, err := v.pair.Near.Write(keys)
	return err
}

// do does what a text message asks for. Errors: ErrMessage, ErrWatchOnly, and those of the terminal.
func (v *visit) do(data []byte) error {
	m, err := parse(data)
	switch {
	case err != nil:
		return err
	case m.Type == sizeType:
		if err := v.pair.Resize(m.Size()); err != nil {
			return err
		}
		return v.Client.Resized()
	case m.Type == keyboardType && m.Yours && !v.MayType:
		return ErrWatchOnly
	case m.Type == keyboardType:
		v.access.Lock()
		defer v.access.Unlock()
		v.wants = m.Yours
		v.change()
		return nil
	}
	return fmt.Errorf("%w: it has the type %.40q", ErrMessage, m.Type)
}
