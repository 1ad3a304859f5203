package terminal

import (
	"context"
	"fmt"

	"github.com/coder/websocket"
)

// listen carries out the caller's requests until the caller leaves. Its reads ignore the end of ctx, which would break
// the connection without a closing message.
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
			_ = send(ctx, v.conn, problemMessage{problemType, v.Problem(err)}) // the next read notices a caller that has left
		}
	}
}

// typed passes keys on. It drops those of a caller without the keyboard: another terminal may have taken it while they
// were on their way.
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

// do carries out a text message. Errors: ErrMessage, ErrWatchOnly, and those of the terminal.
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
