package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// audit records the hub's acts, in a stream of its own.
type audit struct {
	js     jetstream.JetStream
	now    func() time.Time
	failed func(error)
}

// line is a line of the audit.
type line struct {
	At   time.Time `json:"at"`
	Act  string    `json:"act"`
	What any       `json:"what"`
}

// write records an act of the hub. The act stands even if it cannot be recorded.
func (a audit) write(act string, what any) {
	content, err := json.Marshal(line{At: a.now().UTC(), Act: act, What: what})
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		_, err = a.js.Publish(ctx, layout.AuditSubject("hub", act), content)
	}
	if err != nil {
		a.failed(fmt.Errorf("write %s into the audit: %w", act, err))
	}
}
