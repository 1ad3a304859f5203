package summaries

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

// pageMessages and pageBytes bound what is asked of the hub at once, patience how long its answer may take.
const (
	pageMessages = 500
	pageBytes    = 4 << 20
	patience     = 10 * time.Second
)

// page returns the next messages of a machine from a sequence on. Without any there are no more.
func page(ctx context.Context, conn *nats.Conn, of member.Peer, from uint64) ([]*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	all, err := link.ReadPage(ctx, conn, link.PageQuery{
		Stream: layout.Summaries, Subject: layout.SummarySubjects(of.Name), From: from, Messages: pageMessages,
		Bytes: pageBytes,
	})
	if err != nil {
		return nil, fmt.Errorf("ask the hub what %s tells: %w", of.Name, err)
	}
	return all, nil
}
