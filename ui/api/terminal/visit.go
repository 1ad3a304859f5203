package terminal

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"stead/internal/term/ptyx"
	"stead/internal/term/sharing"
	"stead/runs/socket"
)

// Options say what a caller sees and may do. All fields must be set.
type Options struct {
	// Client is the connection to the run. Show closes it.
	Client *socket.Client
	// Size is the size of the caller's terminal.
	Size ptyx.Size
	// MayType lets the caller take the keyboard. Taken is called each time that it does.
	MayType bool
	Taken   func()
	// Problem describes an error in the form that the other routes use.
	Problem func(error) any
}

// ErrWatchOnly is the error of a request for the keyboard at a read-only server.
var ErrWatchOnly = errors.New("this server only reads: the keyboard cannot be taken")

// heartbeat is the interval at which a silent caller is pinged.
const heartbeat = 30 * time.Second

// farewell is how long a caller may take to acknowledge the end of the server.
const farewell = time.Second

// visit is a caller's connection to a terminal.
type visit struct {
	Options
	conn *websocket.Conn
	pair *ptyx.Pair
	// gone is closed when the caller has left.
	gone chan struct{}
	// isWriting says that output is being sent to the caller.
	isWriting atomic.Bool

	access sync.Mutex
	// attached says that the run has the terminal. Types says that it was attached with the keyboard. Wants says that the
	// caller has asked for the keyboard.
	attached, types, wants bool
}

// Show shows a terminal until the run has ended, the caller has left, or ctx is done. It then ends the connection.
func Show(ctx context.Context, conn *websocket.Conn, o Options) error {
	defer conn.CloseNow() //nolint:errcheck // it is already closed if all went well
	defer o.Client.Close()
	pair, err := ptyx.NewPair(o.Size)
	if err != nil {
		return err
	}
	defer pair.Close()
	v := &visit{Options: o, conn: conn, pair: pair, gone: make(chan struct{})}
	if err := v.attach(); err != nil {
		return err
	}
	return v.stay(ctx)
}

// attach hands the terminal to the run, with the keyboard if the caller wants it.
func (v *visit) attach() error {
	v.access.Lock()
	v.types = v.wants
	watches := !v.types
	v.access.Unlock()
	return v.Client.Attach(v.pair.Far, v.pair.Far, socket.Terminal{Watch: watches})
}

// stay forwards messages in both directions until one side ends.
func (v *visit) stay(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	var working sync.WaitGroup
	drawn := make(chan struct{})
	ended := make(chan string, 1)
	working.Go(func() {
		defer close(drawn)
		v.draw(ctx)
	})
	working.Go(func() { ended <- v.follow(ctx) })
	working.Go(func() { v.listen(ctx) })
	working.Go(func() { v.heartbeat(ctx, heartbeat) })
	defer working.Wait()
	defer v.conn.CloseNow() //nolint:errcheck // the same
	defer v.pair.Close()
	defer v.Client.Close()
	defer stop()
	select {
	case <-v.gone:
		return nil
	case <-ctx.Done():
		go v.conn.Close(websocket.StatusGoingAway, "the server ends") //nolint:errcheck // it may have left
		select {
		case <-v.gone:
		case <-time.After(farewell):
		}
		return ctx.Err()
	case why := <-ended:
		_ = v.pair.Far.Close() // the run has closed its own copy, so the output now ends
		select {
		case <-drawn:
		case <-v.gone:
		}
		_ = send(ctx, v.conn, endMessage{endType, why})
		return v.conn.Close(websocket.StatusNormalClosure, why)
	}
}

// draw forwards the output. If a caller accepts nothing, the terminal fills up, and the run then redraws the screen.
func (v *visit) draw(ctx context.Context) {
	chunk := make([]byte, 32<<10)
	for {
		n, err := v.pair.Near.Read(chunk)
		if n > 0 && v.write(ctx, chunk[:n]) != nil {
			return
		}
		if err != nil {
			return
		}
	}
}

func (v *visit) write(ctx context.Context, chunk []byte) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	v.isWriting.Store(true)
	defer v.isWriting.Store(false)
	return v.conn.Write(ctx, websocket.MessageBinary, chunk)
}

// heartbeat ends a connection whose other end has silently gone. While a caller is slow to accept output, no ping gets
// through (coder/websocket 1.8 gives up after five seconds), and the write has a limit of its own.
func (v *visit) heartbeat(ctx context.Context, every time.Duration) {
	for beat := time.NewTicker(every); ; {
		select {
		case <-ctx.Done():
			beat.Stop()
			return
		case <-beat.C:
		}
		wait, stop := context.WithTimeout(ctx, patience)
		err := v.conn.Ping(wait)
		stop()
		if err != nil && !v.isWriting.Load() {
			_ = v.conn.CloseNow()
		}
	}
}

// follow reports the state of the terminal to the caller until the run finally gives the terminal back. It returns the
// reason.
func (v *visit) follow(ctx context.Context) (why string) {
	for {
		e, err := v.Client.Next()
		if err != nil {
			return "killed"
		}
		switch e.Kind {
		case socket.Attached:
			v.settle(true)
		case socket.Typing:
			var keyboard sharing.Keyboard
			if e.Into(&keyboard) == nil && v.sits(keyboard) {
				// The read in listen notices a caller that has left.
				_ = send(ctx, v.conn, keyboardMessage{keyboardType, keyboard})
			}
		case socket.Ended:
			return socket.Over
		case socket.Left:
			if e.Into(&why) != nil || why != socket.OnOrder || v.attach() != nil {
				return why
			}
			v.settle(false)
		}
	}
}

// settle records whether the run has the terminal. It changes the keyboard if the caller has asked for that in the
// meantime.
func (v *visit) settle(attached bool) {
	v.access.Lock()
	defer v.access.Unlock()
	v.attached = attached
	if attached && v.types {
		v.Taken()
	}
	v.change()
}

// sits records where the caller's keyboard is, and reports whether that is meaningful: a terminal that is being handed
// over has no keyboard.
func (v *visit) sits(keyboard sharing.Keyboard) bool {
	v.access.Lock()
	defer v.access.Unlock()
	if v.attached && v.types && !keyboard.Yours { // another terminal has taken the keyboard
		v.types, v.wants = false, false
	}
	return v.attached
}

// change takes the terminal back if it was handed over with another keyboard mode than the caller now wants. It is then
// handed over again. The caller of change must hold access.
func (v *visit) change() {
	if v.attached && v.types != v.wants {
		v.attached = false
		_ = v.Client.Leave() // if it fails, the run has ended, which is an event
	}
}
