package node_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"stead/reach/hubtest"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/node"
	"stead/reach/pipe"
	"stead/ui/api/guard"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// desk is a machine that serves others over their hub.
type desk struct {
	member.Member
	access sync.Mutex
	known  map[string]member.Peer
	acts   []guard.Act
}

func connect(t *testing.T, m member.Member) *nats.Conn {
	t.Helper()
	conn, err := link.Dial(m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

func (d *desk) keyed(key string) (member.Peer, bool) {
	d.access.Lock()
	defer d.access.Unlock()
	p, ok := d.known[key]
	return p, ok
}

// say answers with a word and the machine that was admitted.
func say(word string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, "%s %s", word, guard.Machine(r.Context()))
	})
}

// serve serves a machine's API until the test ends.
func serve(t *testing.T, self member.Member, known ...member.Member) *desk {
	t.Helper()
	d := &desk{Member: self, known: map[string]member.Peer{}}
	for _, m := range known {
		d.known[m.Key] = m.Peer
	}
	l, err := pipe.Listen(connect(t, self), self, d.keyed)
	if err != nil {
		t.Fatal(err)
	}
	g := guard.New(guard.Options{Now: time.Now, Audit: func(a guard.Act) { d.acts = append(d.acts, a) }})
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() {
		served <- node.Serve(ctx, l, node.Options{Known: d.keyed, Reads: say("reads"), Acts: say("acts"), Admit: g.Admit})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return d
}

// client calls a machine over the hub.
func client(t *testing.T, from, to member.Member) *http.Client {
	t.Helper()
	conn := connect(t, from)
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return pipe.Dial(ctx, conn, from, to.Peer)
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func call(t *testing.T, c *http.Client, method string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://desk/api/v1/runs", strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func TestRoleSaysWhatAMachineGets(t *testing.T) {
	h := hubtest.Start(t)
	self := hubtest.Join(t, h, "desk", member.Node)
	laptop := hubtest.Join(t, h, "laptop", member.Operator)
	phone := hubtest.Join(t, h, "phone", member.Viewer)
	other := hubtest.Join(t, h, "other", member.Node)
	d := serve(t, self, laptop, phone, other)
	for _, c := range []struct {
		from   member.Member
		method string
		status int
		text   string
	}{
		{laptop, http.MethodGet, 200, "acts laptop"},
		{laptop, http.MethodPost, 200, "acts laptop"},
		{phone, http.MethodGet, 200, "reads phone"},
		{phone, http.MethodPost, 403, "phone is a viewer at the hub: it may look, and change nothing"},
		{phone, http.MethodDelete, 403, "phone is a viewer"},
		{other, http.MethodGet, 403, "other is no operator and no viewer at the hub"},
		{other, http.MethodPost, 403, "other is no operator"},
	} {
		status, text := call(t, client(t, c.from, self), c.method)
		if status != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%s %s is %d, %s", c.from.Name, c.method, status, text)
		}
	}
	var acts []string
	for _, a := range d.acts {
		acts = append(acts, fmt.Sprintf("%s %s %d", a.Key, a.Act, a.Status))
	}
	if got := strings.Join(acts,
		", "); got != "machine laptop POST 200, machine phone POST 403, machine phone DELETE 403, machine other POST 403" {
		t.Errorf("audited is %s", got)
	}
}

// What a machine may do is asked at each request: its connection is older than the change.
func TestRoleThatWasTakenAwayCountsAtOnce(t *testing.T) {
	h := hubtest.Start(t)
	self := hubtest.Join(t, h, "desk", member.Node)
	laptop := hubtest.Join(t, h, "laptop", member.Operator)
	d := serve(t, self, laptop)
	c := client(t, laptop, self)
	if status, text := call(t, c, http.MethodPost); status != 200 {
		t.Fatalf("at first it is %d, %s", status, text)
	}
	d.access.Lock()
	d.known[laptop.Key] = member.Peer{Name: laptop.Name, User: laptop.User, Key: laptop.Key,
		Roles: []member.Role{member.Viewer}}
	d.access.Unlock()
	if status, text := call(t, c, http.MethodPost); status != 403 {
		t.Errorf("as a viewer it is %d, %s", status, text)
	}
	d.access.Lock()
	delete(d.known, laptop.Key)
	d.access.Unlock()
	if status, text := call(t, c, http.MethodGet); status != 403 ||
		!strings.Contains(text, "no longer belongs to the hub") {
		t.Errorf("revoked it is %d, %s", status, text)
	}
}

func TestConnectionWithoutAPeerIsRefused(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- node.Serve(ctx, l, node.Options{Reads: say("reads"), Acts: say("acts")}) }()
	transport := &http.Transport{}
	answer, err := (&http.Client{Transport: transport}).Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusForbidden {
		t.Errorf("it is %s", answer.Status)
	}
	transport.CloseIdleConnections()
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
