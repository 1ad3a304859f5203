package delivery

import (
	"context"
	"errors"
	"os"

	"stead/adapters/adapter"
	"stead/inject/injection"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Session is a session in a CLI's store, or one that the CLI has yet to begin there.
type Session struct {
	// Target is the store.
	Target injection.Target
	// Receipt says where the session lies, and what of it. It is set by [Delivery.Write].
	Receipt writers.Receipt
	// IsAwaited says that the CLI has yet to begin its session, under the receipt's id.
	IsAwaited bool
	// Tail follows the session since [Session.Watch]. Nil for a CLI whose sessions cannot be followed, and while the
	// session is awaited.
	Tail readers.Tail

	project string // the folder in which the CLI works
}

// Recorded is the session as a run's record has it. Where one lies that the CLI has yet to begin is not known.
func (s *Session) Recorded() runs.Session {
	recorded := runs.Session{CLI: s.Receipt.CLI, ID: s.Receipt.ID, Path: s.Receipt.Path}
	if s.IsAwaited {
		recorded.Path = ""
	}
	return recorded
}

// Location is where the session lies.
func (s *Session) Location() adapter.Location {
	return adapter.Location{Path: s.Receipt.Path, ID: s.Receipt.ID}
}

// Watch begins to follow the session: from here on whatever it gains is the CLI's. One that the CLI has yet to begin
// cannot be followed.
func (s *Session) Watch(ctx context.Context) (err error) {
	if !s.IsAwaited {
		s.Tail, err = s.tail(ctx, s.Location())
	}
	return err
}

// tail follows a session from now on. It is nil for a CLI whose sessions cannot be followed.
func (s *Session) tail(ctx context.Context, at adapter.Location) (readers.Tail, error) {
	tailer, ok := s.Target.Reader.(readers.Tailer)
	if !ok {
		return nil, nil
	}
	return tailer.Tail(ctx, at)
}

// LastTurn returns the last sign of a turn in the session, where its reader tells it.
func (s *Session) LastTurn() readers.Turn {
	if tail, ok := s.Tail.(readers.TurnReporter); ok {
		return tail.LastTurn()
	}
	return ""
}

// Found is a session in the CLI's store, which is followed from a moment on.
type Found struct {
	ID, Path string
	// Session is what it held then, or later.
	Session timeline.Stream
	tail    readers.Tail
}

// Find finds a session of the CLI by its id, supposedly at a path, and begins to follow it. Ok is false while there is
// none, or not a word in it.
func (s *Session) Find(ctx context.Context, id, supposed string) (f Found, ok bool, err error) {
	path, ok := s.locate(ctx, id, supposed)
	if !ok {
		return f, false, nil
	}
	f = Found{ID: id, Path: path}
	at := adapter.Location{Path: path, ID: id}
	if f.tail, err = s.tail(ctx, at); err != nil { // before what is there is read, so that nothing falls between
		return f, false, err
	}
	f.Session, err = s.Target.Reader.Open(ctx, at)
	if errors.Is(err, adapter.ErrEmpty) {
		return f, false, nil
	}
	return f, err == nil, err
}

// Enter goes on with a session that was found.
func (s *Session) Enter(f Found) {
	s.Receipt.ID, s.Receipt.Path, s.Tail, s.IsAwaited = f.ID, f.Path, f.tail, false
}

// Meet begins to follow the session that the CLI has begun, and returns it. Ok is false while there is none.
func (s *Session) Meet(ctx context.Context) (session timeline.Stream, ok bool, err error) {
	f, ok, err := s.Find(ctx, s.Receipt.ID, s.Receipt.Path)
	if ok && err == nil {
		s.Enter(f)
	}
	return f.Session, ok, err
}

// locate finds a session by its id, where it is supposed to lie or elsewhere in the store.
func (s *Session) locate(ctx context.Context, id, supposed string) (path string, ok bool) {
	if _, err := os.Stat(supposed); err == nil {
		return supposed, true
	}
	for _, project := range []string{s.project, ""} { // the user may have opened one of another project
		for found, err := range readers.List(ctx, s.Target.Reader, s.Target.Store,
			readers.Query{Prefix: id, Project: project}) {
			if err == nil && found.ID == id {
				return found.Path, true
			}
		}
		if supposed != "" {
			break // that one is of this project
		}
	}
	return "", false
}

// Open opens the session. One without a word in it has no entries.
func (s *Session) Open(ctx context.Context) (timeline.Stream, error) {
	session, err := s.Target.Reader.Open(ctx, s.Location())
	if errors.Is(err, adapter.ErrEmpty) {
		return timeline.Stream{Entries: timeline.Of()}, nil
	}
	return session, err
}
