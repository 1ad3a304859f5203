package link

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
)

// PageQuery says which messages are asked for.
type PageQuery struct {
	// Stream is asked for the messages of Subject, which may have wildcards.
	Stream, Subject string
	// From is the first sequence that counts.
	From uint64
	// Messages and Bytes bound what comes at once.
	Messages, Bytes int
}

// The headers of answers.
const (
	statusHeader   = "Status"
	sequenceHeader = "Nats-Sequence"
	subjectHeader  = "Nats-Subject"
)

// ReadPage returns the next messages, in order; none where no more are there. Errors: those of the connection and the
// hub, and that of ctx.
func ReadPage(ctx context.Context, conn *nats.Conn, q PageQuery) (all []*nats.Msg, err error) {
	// texts and numbers
	request, _ := json.Marshal(map[string]any{"seq": max(q.From, 1), "next_by_subj": q.Subject, "batch": q.Messages,
		"max_bytes": q.Bytes})
	inbox, answers := conn.NewInbox(), make(chan *nats.Msg, q.Messages+1)
	// a channel: a synchronous subscription takes the status that a message brings along for the server's
	asked, err := conn.ChanSubscribe(inbox, answers)
	if err != nil {
		return nil, err
	}
	defer asked.Unsubscribe() //nolint:errcheck // the connection is gone, and the subscription with it
	if err := conn.PublishRequest("$JS.API.DIRECT.GET."+q.Stream, inbox, request); err != nil {
		return nil, err
	}
	for len(all) < q.Messages {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case m := <-answers:
			if isEnd, err := isEnd(m); isEnd {
				return all, err
			}
			all = append(all, m)
		}
	}
	return all, nil
}

// isEnd reports whether an answer says that no more come: a status without a message. A message may bring a status
// along, but the server always says where it stands.
func isEnd(m *nats.Msg) (bool, error) {
	status := m.Header.Get(statusHeader)
	switch {
	case told(m, sequenceHeader) != "" || status == "":
		return false, nil
	case status == "204" || status == "404":
		return true, nil
	case status == "503":
		return true, nats.ErrNoResponders
	}
	return true, fmt.Errorf("the hub answers %s %s", status, m.Header.Get("Description"))
}

// Sequence is where a message stands in its stream. The error says that it does not tell.
func Sequence(m *nats.Msg) (uint64, error) { return strconv.ParseUint(told(m, sequenceHeader), 10, 64) }

// Subject is under which a message was published.
func Subject(m *nats.Msg) string { return told(m, subjectHeader) }

// told is what the server says of a message: behind what the message has brought along, which may have been an answer
// itself.
func told(m *nats.Msg, header string) string {
	if all := m.Header[header]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}
