package web_test

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"stead/e2e/runtest"
)

// line is the way between a browser and a server. It breaks when it is told to.
type line struct {
	*httptest.Server
	// cutAfter is the number of events after which a stream of them is cut off; 0 for never.
	cutAfter atomic.Int64
	// streams and terminals are how many of them are open, cuts is how many streams were cut off.
	streams, terminals, cuts atomic.Int64
}

// newLine opens a way to a server.
func newLine(t *testing.T, s *runtest.Server) *line {
	t.Helper()
	to, err := url.Parse(s.Origin)
	if err != nil {
		t.Fatal(err)
	}
	l := &line{}
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host // the server answers for its own alone
		},
		ModifyResponse: l.watch,
		ErrorLog:       log.New(io.Discard, "", 0), // what breaks is meant to
		ErrorHandler:   func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/terminal") {
			l.terminals.Add(1)
			defer l.terminals.Add(-1)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(l.Close)
	return l
}

// watch counts streams of events, and the events in them.
func (l *line) watch(answer *http.Response) error {
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream") {
		l.streams.Add(1)
		answer.Body = &stream{ReadCloser: answer.Body, line: l}
	}
	return nil
}

// stream is a stream of events on the line.
type stream struct {
	io.ReadCloser
	line   *line
	events int64
	closed sync.Once
}

// Read implements io.Reader. Where the stream is cut off, half of an event may have come.
func (s *stream) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.events += int64(bytes.Count(p[:n], []byte("\nevent: ")))
	if most := s.line.cutAfter.Load(); most > 0 && s.events >= most {
		s.line.cuts.Add(1)
		return n / 2, io.ErrUnexpectedEOF
	}
	return n, err
}

// Close implements io.Closer.
func (s *stream) Close() error {
	s.closed.Do(func() { s.line.streams.Add(-1) })
	return s.ReadCloser.Close()
}
