package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/coder/websocket"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"stead/ui/api/guard"
	"stead/ui/api/terminal"
)

// The parts of a terminal's path around the run.
const (
	runsPath     = "/runs/"
	terminalPath = "/terminal"
)

func addTerminal(s *server, to huma.API) {
	huma.Register(to, huma.Operation{
		OperationID: "show-terminal", Method: http.MethodGet, Path: runsPath + "{id}" + terminalPath,
		Tags: []string{"runs"}, Summary: "Show the terminal of a run",
		Description: "A WebSocket with the protocol " + terminal.Protocol +
			". Binary messages are what is drawn, and keys; text messages are JSON. The first one is the " +
			"caller's: {\"type\":\"key\",\"key\":KEY,\"rows\":ROWS,\"columns\":COLUMNS}. Callers look on until they ask for the keyboard: {\"type\":\"keyboard\",\"yours\":true}. " +
			"docs/api.md has it all.",
		Responses: map[string]*huma.Response{"101": {Description: "the WebSocket"}},
		Errors:    []int{http.StatusUpgradeRequired},
	}, s.terminal)
}

// waiting is how many bytes of output may wait for a slow caller: a few screens.
const waiting = 64 << 10

// isUpgrade reports whether a request asks for a WebSocket.
func isUpgrade(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// terminal shows a terminal. Only callers that have sent the key learn whether the run exists.
func (s *server) terminal(context.Context, *RunInput) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(c huma.Context) {
		r, w := humago.Unwrap(c)
		if !isUpgrade(r) || !strings.Contains(strings.Join(r.Header.Values("Sec-WebSocket-Protocol"), ","),
			terminal.Protocol) {
			w.Header().Set("Upgrade", "websocket")
			(&Problem{
				Type: wrongUsage, Title: http.StatusText(http.StatusUpgradeRequired), Status: http.StatusUpgradeRequired,
				Detail: "this is a WebSocket with the protocol " + terminal.Protocol, Hint: "docs/api.md says how to open it",
			}).write(w)
			return
		}
		conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{terminal.Protocol},
			CompressionMode: websocket.CompressionDisabled})
		if err != nil {
			return // Accept has answered
		}
		guard.Shorten(r.Context(), waiting)
		if err := s.show(r, conn, c.Param("id")); err != nil {
			problem := s.described(r.Context(), err)
			terminal.Refuse(r.Context(), conn, problem.Status, problem)
		}
	}}, nil
}

// show shows a terminal to a caller that sends the key, or to an admitted machine.
func (s *server) show(r *http.Request, conn *websocket.Conn, run string) error {
	ctx := r.Context()
	first, err := terminal.Greet(ctx, conn, guard.Machine(ctx) == "")
	if err != nil {
		return err
	}
	who, err := s.Guard.Confirm(r, first.Key)
	if err != nil {
		return err
	}
	client, err := s.Model.Records().Terminal(run)
	if err != nil {
		return err
	}
	return terminal.Show(ctx, conn, terminal.Options{
		Client: client, Size: first.Size(), MayType: s.Model.Options.Acts != nil,
		Taken:   func() { s.Guard.Note(r, who, "keyboard", http.StatusSwitchingProtocols) },
		Problem: func(err error) any { return s.described(ctx, err) },
	})
}

// described converts an error to a problem.
func (s *server) described(ctx context.Context, err error) *Problem {
	var p *Problem
	if errors.As(s.problem(ctx, err), &p) {
		return p
	}
	return &Problem{Type: failed, Status: http.StatusInternalServerError, Detail: err.Error()}
}
