package postgres

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// script starts and ends servers.
const script = "../../../../scripts/postgres"

// server is the one server of all tests of this package.
var server struct {
	once         sync.Once
	folder, port string
	problem      string
	number       int
}

func TestMain(m *testing.M) {
	code := m.Run()
	if server.folder != "" {
		if out, err := exec.Command(script, "stop", server.folder).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "stop the server: %v\n%s", err, out)
			code = 1
		}
	}
	os.Exit(code)
}

func startServer() {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		server.problem = err.Error()
		return
	}
	_, server.port, _ = net.SplitHostPort(free.Addr().String())
	_ = free.Close()
	var problem bytes.Buffer
	command := exec.Command(script, "start", server.port, fmt.Sprint(os.Getpid()))
	command.Stderr = &problem
	folder, err := command.Output()
	if err != nil {
		server.problem = fmt.Sprintf("%v: %s", err, problem.String())
		return
	}
	server.folder = strings.TrimSpace(string(folder))
}

// address makes a database and returns its address, by the socket, and by the network. Where PostgreSQL cannot be
// installed, the test is skipped.
func address(t *testing.T) (socket, network string) {
	t.Helper()
	server.once.Do(startServer)
	if server.folder == "" {
		if strings.Contains(server.problem, "make postgres") {
			t.Skip(server.problem)
		}
		t.Fatal(server.problem)
	}
	server.number++
	name := fmt.Sprintf("test%d", server.number)
	base := fmt.Sprintf("postgres://stead@/%%s?host=%s&port=%s", server.folder, server.port)
	conn, err := pgx.Connect(t.Context(), fmt.Sprintf(base, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(base, name), fmt.Sprintf("postgres://stead:secret@127.0.0.1:%s/%s?sslmode=disable", server.port,
		name)
}
