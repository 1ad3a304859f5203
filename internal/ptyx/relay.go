package ptyx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// chunkSize holds the largest read that a terminal of any system gives.
const chunkSize = 64 << 10

// ErrTerminalGone says that the user's terminal was closed. It may come before the SIGHUP that tells the same.
var ErrTerminalGone = errors.New("the terminal is gone")

// Relay joins a program's terminal to the user's. Make one with NewRelay.
type Relay struct {
	process  *Process
	terminal terminal
	sink     Sink
	now      func() time.Time
}

// NewRelay prepares a relay between process and the user's terminal, in for keys and out for the screen. sink may be
// nil; it hears of everything behind a Queue. now is the clock for what it hears.
func NewRelay(process *Process, in, out *os.File, sink Sink, now func() time.Time) *Relay {
	return &Relay{process: process, terminal: terminal{in: in, out: out}, sink: sink, now: now}
}

// Run relays until the program has ended and all its output has been shown and heard, or until ctx ends; the program
// then still lives, and End is the caller's to call. So it does when the user's terminal is closed: ErrTerminalGone. All goroutines are gone when it returns, no key that came
// after the end has been taken, and the terminal is as it was before.
func (r *Relay) Run(ctx context.Context) (exit Exit, err error) {
	cancel, err := newWake()
	if err != nil {
		return Exit{}, err
	}
	defer cancel.release()
	defer context.AfterFunc(ctx, cancel.fire)()
	if err := r.terminal.raw(); err != nil {
		return Exit{}, errors.Join(err, context.Cause(ctx))
	}
	defer func() { err = errors.Join(err, r.Restore()) }()
	if err := r.relay(cancel); err != nil && !errors.Is(err, errWoken) {
		return Exit{}, err
	}
	return r.process.Wait(ctx)
}

// Restore gives the user's terminal its modes back. It may be called at any time and more than once, so also by
// whoever handles a signal that ends stead while Run still blocks.
func (r *Relay) Restore() error { return r.terminal.restore() }

// relay moves bytes until the output ends, and then stops what feeds the program.
func (r *Relay) relay(cancel *wake) error {
	heard, closeQueue := r.queue()
	defer closeQueue()
	var feeders sync.WaitGroup
	defer feeders.Wait()
	defer cancel.fire()
	feeders.Go(func() { r.guarded(func() { r.followSize(cancel, heard) }) })
	feeders.Go(func() { r.guarded(func() { r.keys(cancel, heard) }) })
	return pump(r.process, cancel, func(chunk []byte) error { return r.show(chunk, heard) })
}

// queue gives the place where events go, and what ends it.
func (r *Relay) queue() (Sink, func()) {
	if r.sink == nil {
		return Sinks{}, func() {}
	}
	queue := NewQueue(r.sink)
	return queue, queue.Close
}

// show draws first: everything else happens behind the user's eyes.
func (r *Relay) show(chunk []byte, heard Sink) error {
	if _, err := r.terminal.out.Write(chunk); errors.Is(err, unix.EIO) {
		return ErrTerminalGone
	} else if err != nil {
		return fmt.Errorf("write to the terminal: %w", err)
	}
	heard.Output(r.now(), chunk)
	r.terminal.modes.watch(chunk)
	return nil
}

// keys passes what the user types. It ends by itself when the terminal is gone; the output's end tells the rest.
func (r *Relay) keys(cancel *wake, heard Sink) {
	chunk := make([]byte, chunkSize)
	for {
		n, err := r.terminal.read(chunk, cancel)
		if n == 0 || err != nil {
			return
		}
		if _, err := r.process.write(chunk[:n], cancel); err != nil {
			return
		}
		heard.Input(r.now(), chunk[:n])
	}
}

// followSize gives the program the size of the user's terminal, now and after every SIGWINCH.
func (r *Relay) followSize(cancel *wake, heard Sink) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, unix.SIGWINCH)
	defer signal.Stop(changed)
	for {
		if size, ok := SizeOf(r.terminal.out); ok && r.process.Resize(size) == nil {
			heard.Resize(r.now(), size.Rows, size.Columns)
		}
		select {
		case <-changed:
		case <-cancel.fired:
			return
		}
	}
}

// guarded restores the terminal before a panic of a goroutine ends the program, which no deferred call of Run sees.
func (r *Relay) guarded(work func()) {
	defer func() {
		if cause := recover(); cause != nil {
			_ = r.Restore()
			panic(cause)
		}
	}()
	work()
}

// pump moves output until it ends or cancel fires.
func pump(process *Process, cancel *wake, show func([]byte) error) error {
	chunk := make([]byte, chunkSize)
	for {
		n, err := process.read(chunk, cancel)
		if n > 0 {
			err = show(chunk[:n])
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
