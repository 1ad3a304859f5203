package link

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
)

// PageQuery describes the wanted messages.
type PageQuery struct {
	// Stream is the stream, Subject the subject of the messages, which may have wildcards.
	Stream, Subject string
	// From is the first sequence that counts.
	From uint64
	// Messages and Bytes limit the size of a page.
	Messages, Bytes int
}

// The headers of answers.
const (
	statusHeader   = "Status"
	sequenceHeader = "Nats-Sequence"
	subjectHeader  = "Nats-Subject"
)

// ReadPage returns the next messages, in order, or none if there are no more. Errors: those of the connection and the
// hub, and that of ctx.
func ReadPage(ctx context.Context, conn *nats.Conn, q PageQuery) (all []*nats.Msg, err error) {
	// Texts and numbers cannot fail.
	request, _ := json.Marshal(map[string]any{"seq": max(q.From, 1), "next_by_subj": q.Subject, "batch": q.Messages,
		"max_bytes": q.Bytes})
	inbox, answers := conn.NewInbox(), make(chan *nats.Msg, q.Messages+1)
	// A channel is needed, because a synchronous subscription takes a status in a message's own headers for the server's.
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

// isEnd reports whether an answer says that no more messages come: a status without a message. A message may carry a
// status of its own, but then the server adds its sequence.
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

// Sequence returns a message's position in its stream. The error says that the message does not contain it.
func Sequence(m *nats.Msg) (uint64, error) { return strconv.ParseUint(told(m, sequenceHeader), 10, 64) }

// Subject returns the subject under which a message was published.
func Subject(m *nats.Msg) string { return told(m, subjectHeader) }

// told returns the server's value of a header. It follows the values that the message itself carries, which may have
// been an answer before.
func told(m *nats.Msg, header string) string {
	if all := m.Header[header]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}
