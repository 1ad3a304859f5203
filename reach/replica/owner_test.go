package replica_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/seal"
	"stead/timeline/store"
)

// owner is a publisher in a process of its own, which appends to its journal without end.
type owner struct {
	URL     string
	Member  member.Member
	Peers   []member.Peer
	Folder  string
	Journal string
}

// own starts an owner. Each line that it prints is an entry that it has appended.
func (m *machine) own(t testing.TB, url string, peers []member.Peer) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	text, _ := json.Marshal(owner{URL: url, Member: m.member, Peers: peers, Folder: m.folder, Journal: m.journal()})
	child := exec.Command(os.Args[0])
	child.Env = []string{ownerVariable + "=" + string(text), "HOME=" + t.TempDir()}
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	return child, bufio.NewScanner(out)
}

func ownForever(text string) {
	fmt.Fprintln(os.Stderr, own(text))
	os.Exit(1)
}

func own(text string) error {
	var o owner
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	conn, err := nats.Connect(o.URL, nats.MaxReconnects(-1))
	if err != nil {
		return err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	keys := seal.NewKeyring(js, o.Member, func() []member.Peer { return o.Peers }, o.Folder)
	p := replica.New(replica.Options{Conn: conn, Keys: keys, Self: o.Member, Run: "r", Journal: o.Journal})
	if err := p.Begin(context.Background()); err != nil {
		return err
	}
	j, _, err := store.Reopen(o.Journal)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Run(context.Background()) }()
	for {
		select {
		case err := <-ended:
			return err
		default:
		}
		if err := j.Append(entry(1500)); err != nil {
			return err
		}
		if _, err := fmt.Println("appended"); err != nil { // the test reads: it paces this
			return err
		}
	}
}
