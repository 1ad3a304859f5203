package terminal

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/coder/websocket"
)

// Relay passes the terminal of another server's run on, both ways, until one side ends, and ends the other side as that
// did. First is what the caller began with; its key is for this server, and stays here.
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

// pass passes messages on until there are no more, and ends the other side.
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

// end ends a side as the other one has ended.
func end(side *websocket.Conn, why error) {
	var closed websocket.CloseError
	if errors.As(why, &closed) && closed.Code != websocket.StatusNoStatusRcvd {
		_ = side.Close(closed.Code, closed.Reason) // it may be gone
		return
	}
	_ = side.CloseNow()
}
