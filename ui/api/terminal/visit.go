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
	// Client is the connection to the run. It is closed.
	Client *socket.Client
	// Size is that of the caller's terminal.
	Size ptyx.Size
	// MayType lets the caller take the keyboard. Taken is called each time it does.
	MayType bool
	Taken   func()
	// Problem describes an error as the other routes do.
	Problem func(error) any
}

// ErrWatchOnly is the error of a keyboard that was asked for where nothing may be changed.
var ErrWatchOnly = errors.New("this server only reads: the keyboard cannot be taken")

// heartbeat is how often a silent caller is asked whether it is there.
const heartbeat = 30 * time.Second

// farewell is how long a caller may take to answer that the server ends.
const farewell = time.Second

// visit is a caller's stay at a terminal.
type visit struct {
	Options
	conn *websocket.Conn
	pair *ptyx.Pair
	// gone is closed when the caller has gone.
	gone chan struct{}
	// isWriting says that the caller is being sent what is drawn.
	isWriting atomic.Bool

	access sync.Mutex
	// attached says that the run has the terminal, types how it has it: with the keyboard. wants is what the caller has
	// asked for.
	attached, types, wants bool
}

// Show shows a terminal until the run has ended, the caller has gone, or ctx is done, and ends the connection.
func Show(ctx context.Context, conn *websocket.Conn, o Options) error {
	defer conn.CloseNow() //nolint:errcheck // it is closed already where all went well
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

// attach hands the terminal over, with the keyboard if the caller wants it.
func (v *visit) attach() error {
	v.access.Lock()
	v.types = v.wants
	watches := !v.types
	v.access.Unlock()
	return v.Client.Attach(v.pair.Far, v.pair.Far, socket.Terminal{Watch: watches})
}

// stay passes all on until it ends.
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
		go v.conn.Close(websocket.StatusGoingAway, "the server ends") //nolint:errcheck // whoever has gone needs no word
		select {
		case <-v.gone:
		case <-time.After(farewell):
		}
		return ctx.Err()
	case why := <-ended:
		_ = v.pair.Far.Close() // the run has given its own back: what it has drawn has an end now
		select {
		case <-drawn:
		case <-v.gone:
		}
		_ = send(ctx, v.conn, endMessage{endType, why})
		return v.conn.Close(websocket.StatusNormalClosure, why)
	}
}

// draw passes on what is drawn. A caller that takes nothing fills the terminal, and the run then draws the screen anew.
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

// heartbeat ends a connection whose other end has gone without a word. While a caller is slow to take what is drawn, no
// ping gets through (coder/websocket 1.8 gives up after five seconds), and the write has a limit of its own.
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

// follow tells the caller what becomes of the terminal, until it comes back for good, and returns why.
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
				// whoever has gone is noticed where it is listened to
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

// settle notes whether the run has the terminal, and changes the keyboard if the caller has meanwhile asked for the
// other one.
func (v *visit) settle(attached bool) {
	v.access.Lock()
	defer v.access.Unlock()
	v.attached = attached
	if attached && v.types {
		v.Taken()
	}
	v.change()
}

// sits notes where the caller sits, and reports whether that counts: a terminal on its way from one keyboard to the
// other has none.
func (v *visit) sits(keyboard sharing.Keyboard) bool {
	v.access.Lock()
	defer v.access.Unlock()
	if v.attached && v.types && !keyboard.Yours { // another terminal has taken the keyboard
		v.types, v.wants = false, false
	}
	return v.attached
}

// change gives the terminal back where it was handed over for another keyboard than the caller wants; it is then handed
// over anew. It is locked.
func (v *visit) change() {
	if v.attached && v.types != v.wants {
		v.attached = false
		_ = v.Client.Leave() // when it fails, the run has ended: that is an event
	}
}
