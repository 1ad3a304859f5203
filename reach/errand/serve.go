package errand

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"sync"
	"time"

	"stead/reach/member"
)

// Options say how errands are done. All fields must be set.
type Options struct {
	// Program returns how to start a verb for a machine, or an error if it may not.
	Program func(peer member.Peer, r Request) (Program, error)
	// Did is called for each verb that has ended, with its exit code, or that was not begun, with the reason.
	Did func(peer member.Peer, r Request, e End)
}

// Program is the program to start for a verb.
type Program struct {
	Path string
	Args []string
	// Env is the whole environment, each NAME=value.
	Env []string
	Dir string
}

// peered is a connection that knows its peer.
type peered interface{ Peer() member.Peer }

// mostAtOnce is the maximum number of errands at the same time.
const mostAtOnce = 256

// Serve carries out what other machines ask for, over the connections of a listener, until ctx is done or the listener
// ends. Each connection must know its peer, like those of package pipe. It returns when all verbs have ended.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	var working sync.WaitGroup
	defer working.Wait()
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	slots := make(chan struct{}, mostAtOnce)
	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil || errors.Is(err, net.ErrClosed):
			return nil
		case err != nil:
			return err
		}
		slots <- struct{}{}
		working.Go(func() {
			defer func() { <-slots }()
			defer func() { _ = conn.Close() }() // everything was written
			o.serve(ctx, conn)
		})
	}
}

// beginning is how long the other side may take to send its request.
const beginning = 10 * time.Second

func (o Options) serve(ctx context.Context, conn net.Conn) {
	who, ok := conn.(peered)
	if !ok {
		return
	}
	_ = conn.SetReadDeadline(time.Now().Add(beginning))
	in := &reader{bufio.NewReader(conn)}
	letter, text, err := in.next(longestRequest)
	var r Request
	if err != nil || letter != asks || json.Unmarshal(text, &r) != nil {
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	// A client that reads nothing must not keep this machine from ending.
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now().Add(2 * grace)) })()
	out := &writer{to: bufio.NewWriter(conn)}
	end := o.carryOut(ctx, who.Peer(), r, in, out)
	o.Did(who.Peer(), r, end)
	_ = out.writeValue(ends, end) // a client that has gone needs no message
}

// carryOut starts a verb and waits for its end.
func (o Options) carryOut(ctx context.Context, peer member.Peer, r Request, in *reader, out *writer) End {
	p, err := o.Program(peer, r)
	if err != nil {
		return End{Problem: err.Error()}
	}
	begin := p.withStreams
	if r.Terminal != nil {
		begin = p.withTerminal
	}
	v, err := begin(r, out)
	if err != nil {
		return End{Problem: err.Error()}
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		v.listen(in)
	}()
	return End{Code: v.wait(ctx, gone)}
}

// verb is a running verb.
type verb interface {
	// listen applies messages of the asker until there are no more.
	listen(*reader)
	// wait returns the verb's exit code when it has ended. It ends the verb when the asker has gone or ctx is done.
	wait(ctx context.Context, gone <-chan struct{}) int
}
