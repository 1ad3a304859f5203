package api

import (
	"cmp"
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"stead/ui/api/events"
	"stead/ui/model"
)

type eventsInput struct {
	Topics []string `query:"topics" maxItems:"6" enum:"session,run,contest,chain,draft,machine" doc:"only what happens to these, with commas; default: all"`
	After  string   `query:"after" maxLength:"100" doc:"the id of the last event that was seen"`
	Last   string   `header:"Last-Event-ID" maxLength:"100" doc:"the same, as browsers say it"`
}

func addEvents(s *server, to huma.API) {
	schema := to.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[events.Event](), true, "Event")
	huma.Register(to, huma.Operation{
		OperationID: "follow-events", Method: http.MethodGet, Path: "/events", Tags: []string{"events"},
		Summary: "Follow what changes",
		Description: "A stream of server-sent events: session, run, contest, chain, draft and machine say that one has changed; their data says which. machine is another " +
			"machine of the user's. The stream begins with ready, and what is " +
			"looked up after it and what follows leave nothing out. Who comes back with the id of the last event gets all that came since, each once; reset says " +
			"that this cannot be done, and that everything is to be looked up anew.",
		Responses: map[string]*huma.Response{"200": {
			Description: "the stream", Content: map[string]*huma.MediaType{events.ContentType: {Schema: schema}},
		}},
	}, s.follow)
}

func (s *server) follow(_ context.Context, in *eventsInput) (*huma.StreamResponse, error) {
	reader := s.Events.Reader(cmp.Or(in.After, in.Last))
	return &huma.StreamResponse{Body: func(c huma.Context) {
		r, w := humago.Unwrap(c)
		w.Header().Set("Content-Type", events.ContentType)
		defer s.Others.Look()()
		_ = events.Write(r.Context(), w, reader, in.Topics) // a client that has left needs no error
	}}, nil
}

// EventOf converts a change to an event.
func EventOf(c model.Change) events.Event {
	return events.Event{Type: string(c.Topic), Ref: c.Ref, Revision: c.Revision, State: c.State}
}
