package terminal

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/coder/websocket"
)

// Relay forwards messages between a caller and the terminal of a run on another server until one side ends. It then
// ends the other side in the same way. First is the caller's first message. Its key is for this server, and is not
// forwarded.
func Relay(ctx context.Context, caller, server *websocket.Conn, first Message) error {
	first.Key = ""
	text, err := json.Marshal(first)
	if err == nil {
		err = server.Write(ctx, websocket.MessageText, text)
	}
	if err != nil {
		return errors.Join(err, server.CloseNow())
	}
	server.SetReadLimit(1 << 20)
	var working sync.WaitGroup
	working.Go(func() { pass(ctx, server, caller) })
	pass(ctx, caller, server)
	working.Wait()
	return nil
}

// pass forwards messages until there are no more, and then ends the other side.
func pass(ctx context.Context, from, to *websocket.Conn) {
	for {
		kind, data, err := from.Read(ctx)
		if err != nil {
			end(to, err)
			return
		}
		if to.Write(ctx, kind, data) != nil {
			_ = from.CloseNow()
			return
		}
	}
}

// end ends one side in the way in which the other one has ended.
func end(side *websocket.Conn, why error) {
	var closed websocket.CloseError
	if errors.As(why, &closed) && closed.Code != websocket.StatusNoStatusRcvd {
		_ = side.Close(closed.Code, closed.Reason) // it may be gone
		return
	}
	_ = side.CloseNow()
}
