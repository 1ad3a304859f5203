package link_test

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/link"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A machine publishes messages with the headers by which the server says where a message stands, and that no more come.
// The page has all of them, each where it stands.
func TestNoMessageSpeaksForTheServer(t *testing.T) {
	t.Parallel()
	s := hubtest.Serve(t)
	conn := s.Connect("desk").Conn()
	forged := []nats.Header{
		{"Nats-Sequence": {"900"}, "Nats-Subject": {"stead.forged"}, "Nats-Time-Stamp": {"never"}, "Nats-Num-Pending": {""}},
		{"Status": {"204"}, "Description": {"EOB"}}, {"Status": {"404"}}, {"Status": {"503"}}, {"Status": {"500"}},
	}
	subject := func(i int) string { return layout.SummarySubject("desk", "session", fmt.Sprintf("%032x", i)) }
	for i, header := range append(forged, nil) {
		_, err := conn.RequestMsgWithContext(t.Context(), &nats.Msg{Subject: subject(i), Header: header})
		if err != nil {
			t.Fatal(err)
		}
	}
	all, err := link.ReadPage(t.Context(), conn, link.PageQuery{Stream: layout.Summaries, Messages: 10, Bytes: 1 << 20,
		Subject: layout.SummarySubjects("desk")})
	if err != nil || len(all) != len(forged)+1 {
		t.Fatalf("of %d messages there are %d, %v", len(forged)+1, len(all), err)
	}
	for i, m := range all {
		if at, err := link.Sequence(m); err != nil || at != uint64(i+1) || link.Subject(m) != subject(i) {
			t.Errorf("message %d stands at %d of %s, %v", i, at, link.Subject(m), err)
		}
	}
}

// A message that is itself an answer to a direct get has the headers of that one, and the server adds its own behind
// them.
func TestTheServersWordCounts(t *testing.T) {
	t.Parallel()
	m := &nats.Msg{Header: nats.Header{"Nats-Sequence": {"1", "7"}, "Nats-Subject": {"stead.forged", "stead.run.ann.U.r"}}}
	if seq, err := link.Sequence(m); err != nil || seq != 7 || link.Subject(m) != "stead.run.ann.U.r" {
		t.Errorf("it stands at %d of %s, %v", seq, link.Subject(m), err)
	}
	if _, err := link.Sequence(&nats.Msg{}); err == nil {
		t.Error("a message that says nothing has a sequence")
	}
}
