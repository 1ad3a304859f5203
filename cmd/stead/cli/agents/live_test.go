package agents

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"stead/catalog/index"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/sqlitefile"
	"stead/internal/testkit/fixtures"
)

// lateID is the session that appears while the server runs.
const lateID = "11111111-2222-4333-8444-555555555555"

// What is written while the server runs is in the index before anybody asks for it, and nothing is left when the server
// ends.
func TestServerWatchesTheStores(t *testing.T) {
	defer goleak.VerifyNone(t)
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-home-user-demo-claude")
	fixtures.Copy(t, "claude/tools.jsonl", filepath.Join(folder, "6f786c7b-ece4-4cbb-876a-31e3be5368b2.jsonl"))
	told := make(chan float64, 10)
	client, end := served(t, home, told)
	if said := searched(t, client, "lateword"); !strings.Contains(said, "Nothing was found") {
		t.Fatalf("before: %s", said)
	}
	if size := float64(len(fixtures.Read(t, "claude/tools.jsonl"))); <-told != size {
		t.Errorf("the first search does not tell that it has read %.0f bytes", size)
	}
	late := strings.NewReplacer("6f786c7b-ece4-4cbb-876a-31e3be5368b2", lateID, "NOTES.md.",
		"lateword").Replace(string(fixtures.Read(t, "claude/tools.jsonl")))
	path := filepath.Join(folder, lateID+".jsonl")
	first, rest, _ := strings.Cut(late, "\n")
	write(t, path, first+"\n", os.O_CREATE)
	waitUntilIndexed(t, home, int64(len(first)+1))
	write(t, path, rest, os.O_APPEND)
	waitUntilIndexed(t, home, int64(len(late)))
	if said := searched(t, client, "lateword"); !strings.Contains(said, lateID[:8]) {
		t.Errorf("after: %s", said)
	}
	end()
}

func TestEachSpellingOfAToolIsKnown(t *testing.T) {
	if got, want := spellings("show_session"), []string{"mcp__stead__show_session", "mcp_stead_show_session",
		"stead_show_session"}; !slices.Equal(got, want) {
		t.Errorf("they are %q, want %q", got, want)
	}
}

// served returns a client of "stead mcp" over a home, and what ends both. The client puts into told what it is told of
// the progress of its calls.
func served(t *testing.T, home string, told chan<- float64) (client *sdk.ClientSession, end func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	in, toServer := pipe(t)
	fromServer, out := pipe(t)
	p := setup.NewProcess([]string{"mcp"}, []string{"HOME=" + home}, home, in, out, nil)
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, p, "1", "") }()
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			told <- r.Params.Progress
		},
	}).Connect(ctx, &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return client, func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		_ = client.Close()
		p.Close()
	}
}

func pipe(t *testing.T) (reader, writer *os.File) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return reader, writer
}

func searched(t *testing.T, client *sdk.ClientSession, query string) string {
	t.Helper()
	asked := &sdk.CallToolParams{Name: "search_sessions", Arguments: map[string]any{"query": query, "project": "*"}}
	asked.SetProgressToken(query)
	answer, err := client.CallTool(t.Context(), asked)
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	for _, part := range answer.Content {
		said.WriteString(part.(*sdk.TextContent).Text)
	}
	return said.String()
}

func write(t *testing.T, path, content string, how int) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY|how, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(content); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// waitUntilIndexed waits until the index has read the late session up to so many bytes.
func waitUntilIndexed(t *testing.T, home string, size int64) {
	t.Helper()
	db, err := sql.Open("sqlite", sqlitefile.Address(filepath.Join(home, ".local/state/stead", index.FileName)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	const query = "SELECT EXISTS(SELECT 1 FROM session WHERE id = ? AND bytes = ? AND NOT pending)"
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		var isRead bool
		if err := db.QueryRow(query, lateID, size).Scan(&isRead); err != nil {
			t.Fatal(err)
		}
		if isRead {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d bytes of the session are not in the index", size)
		}
	}
}
