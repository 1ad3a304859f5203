package tenure_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/tenure"
)

func book(hub *hubtest.Server, name string) tenure.Book {
	return tenure.Book{JS: hub.Connect(name), Self: hub.Machine(name), Trust: hub.Trust}
}

// said are the kinds of what a book has, with who said it.
func said(t *testing.T, b tenure.Book, about string) (all []string) {
	t.Helper()
	words, _, err := b.Read(t.Context(), about)
	must(t, err)
	for _, w := range words {
		all = append(all, w.By.Name+" "+w.Kind)
	}
	return all
}

func TestTheFirstOfTwoClaims(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	desk, laptop := book(hub, "desk"), book(hub, "laptop")
	must(t, desk.Say(t.Context(), "job", tenure.Word{Kind: "begins"}, 0))
	if err := laptop.Say(t.Context(), "job", tenure.Word{Kind: "begins"}, 0); !errors.Is(err, tenure.ErrClaimed) {
		t.Errorf("the second one gets %v", err)
	}
	_, last, err := laptop.Read(t.Context(), "job")
	must(t, err)
	must(t, laptop.Say(t.Context(), "job", tenure.Word{Kind: "drops"}, last))
	if got := said(t, desk, "job"); len(got) != 2 || got[0] != "desk begins" || got[1] != "laptop drops" {
		t.Errorf("the book has %q", got)
	}
}

// TestNobodyTakesAWordAway has machines put messages behind a claim by which a bucket would lose it, and words that
// they may not say. Those of another user come over the desk's connection here: the server would refuse them, but not
// the answer to a question, whose subject it does not check.
func TestNobodyTakesAWordAway(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	desk, laptop := book(hub, "desk"), book(hub, "laptop")
	must(t, desk.Say(t.Context(), "job", tenure.Word{Kind: "begins"}, 0))
	must(t, desk.Say(t.Context(), "other", tenure.Word{Kind: "drops"}, 0))
	subject := layout.ClaimSubject(hubtest.User, "job")
	for name, m := range map[string]*nats.Msg{
		"a deletion":     {Subject: subject, Header: nats.Header{"KV-Operation": {"DEL"}}},
		"no word":        {Subject: subject, Data: []byte("{")},
		"without a name": {Subject: subject, Data: []byte(`{"kind":"drops"}`)},
		"in the desk's name": {Subject: subject, Data: []byte(`{"kind":"drops"}`), Header: nats.Header{
			"Stead-From": {desk.Self.Key}, "Stead-Signature": {"AAAA"},
		}},
	} {
		if _, err := laptop.JS.PublishMsg(t.Context(), m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	rollup := &nats.Msg{Subject: subject, Header: nats.Header{"Nats-Rollup": {"sub"}}}
	if _, err := laptop.JS.PublishMsg(t.Context(), rollup); err == nil {
		t.Error("a message takes the others away")
	}
	repeated(t, laptop.JS, layout.ClaimSubject(hubtest.User, "other"), subject)

	bob := hubtest.JoinAs(t, hub.Hub, "bob", "bobs", member.Node, member.Operator)
	forged := tenure.Book{JS: desk.JS, Self: bob, Trust: hub.Trust}
	forged.Self.User = hubtest.User
	must(t, forged.Add(t.Context(), "job", tenure.Word{Kind: "drops"}))
	if _, _, err := desk.Read(t.Context(), "job"); err == nil {
		t.Error("the word of an unknown machine counts for nothing at once, though the list of machines may be behind")
	}
	known := tenure.Book{JS: desk.JS, Self: desk.Self, Trust: func(key string) (member.Peer, bool) {
		if key == bob.Key {
			return bob.Peer, true
		}
		return hub.Trust(key)
	}}
	if got := said(t, known, "job"); len(got) != 1 || got[0] != "desk begins" {
		t.Errorf("the book has %q", got)
	}
}

// repeated puts a stored message of one subject on another one.
func repeated(t *testing.T, js jetstream.JetStream, from, to string) {
	t.Helper()
	s, err := js.Stream(t.Context(), layout.Claims)
	must(t, err)
	m, err := s.GetLastMsgForSubject(t.Context(), from)
	must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = js.PublishMsg(ctx, &nats.Msg{Subject: to, Data: m.Data, Header: nats.Header{
		"Stead-From": m.Header["Stead-From"], "Stead-Signature": m.Header["Stead-Signature"],
	}})
	must(t, err)
}
