package redact

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject/redaction"
	"stead/internal/corpus"
	"stead/readers/claude"
	"stead/timeline"
)

// Secrets for the tests are put together here, so that no scanner takes this file for a leak.
var (
	awsKey     = "AKIA" + "QYLPMN5HFIQR7XYA"
	githubPAT  = "ghp_" + "q7Rk2ZsX9vB4nM1cL8dW6tYfH3jGpA5eUiOo"
	slackToken = "xoxb-" + "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1"
	jwt        = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0." + "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
	privateKey = "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("MIIEpAIBAAKCAQEA1c7W3zQk9vX2bN5mL8pR4tYhG6jFdS0aUwEoIiZxCvBnMqKl\n", 40) + "-----END RSA PRIVATE KEY-----"
	password   = "hT9vK2xQ7mZp4wLr"
)

func TestSecretsAreFoundWithTheirRules(t *testing.T) {
	cases := []struct{ name, text, rule, value string }{
		{"an AWS key", "id: " + awsKey, "aws-access-token", awsKey},
		{"a GitHub token", "git clone https://x:" + githubPAT + "@github.com/a/b", "github-pat", githubPAT},
		{"a Slack token", `{"token": "` + slackToken + `"}`, "slack-bot-token", slackToken},
		{"a JSON Web Token", "Authorization: Bearer " + jwt + "\n", "jwt", jwt},
		{"a private key of many lines", "$ cat id_rsa\n" + privateKey + "\n$", "private-key", privateKey},
		{"a value behind a telling name", `db_password = "` + password + `"`, "generic-api-key", password},
		{"a member of a JSON object", `{"client_secret":"` + password + `"}`, "generic-api-key", password},
		{"a name that goes on behind the word", "client_secret_for_the_demo:\t'" + password + "'", "generic-api-key", password},
		{"JSON in JSON", `{"body":"{\"client_secret\":\"` + password + `\"}"}`, "generic-api-key", password},
		{"capital letters in the name", "MY_API_KEY=" + password + "\n", "generic-api-key", password},
		{"behind characters that grow when they are made small", strings.Repeat("İ", 300) + " MY_API_KEY=" + password, "generic-api-key", password},
	}
	d := New(nil)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff([]redaction.Secret{{Rule: c.rule, Value: c.value}}, d.Find(c.text)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestWhatIsNoSecretIsNotFound(t *testing.T) {
	d := New(nil)
	for _, text := range []string{
		"", "the key to this is the token", "token = os.Getenv(\"TOKEN\")", "password: ${PASSWORD}", "api_key = aaaaaaaaaaaaaaaaaaaaaaaa",
		"AKIAIOSFODNN7EXAMPLE", "key: github.com/zricethezav/gitleaks",
	} {
		if found := d.Find(text); len(found) > 0 {
			t.Errorf("%q: found %v", text, found)
		}
	}
}

func TestAMarkInTheTextDoesNotLetASecretThrough(t *testing.T) {
	if found := New(nil).Find("key = " + awsKey + " # gitleaks:allow"); len(found) != 1 {
		t.Errorf("found %v", found)
	}
}

// An expression that is tried around its rule's words only must find what it finds in the whole text.
func TestWindowsHideNothing(t *testing.T) {
	filler := strings.Repeat("the key of the api is a token, they say; curl it: auth ok\n", 200)
	var text strings.Builder
	for _, secret := range []string{awsKey, "Bearer " + jwt, "x_token => '" + password + "'", privateKey, slackToken, "curl -u bob:" + password + " http://h/"} {
		text.WriteString(filler + secret + "\n" + filler[:137] + secret + "\n")
	}
	rules := defaultRules()
	want := map[string]int{}
	for _, r := range rules.rules {
		for _, s := range r.find(nil, text.String(), window{0, text.Len()}, rules.allowed) {
			want[s.Rule+" "+s.Value]++
		}
	}
	got := map[string]int{}
	for _, s := range rules.find(text.String()) {
		got[s.Rule+" "+s.Value]++
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got) < 6 {
		t.Errorf("(-whole +windows) of %d\n%s", len(got), diff)
	}
}

func TestValuesOfTheEnvironmentAreSecretsWhereverTheyStand(t *testing.T) {
	d := New([]string{"MY_TOKEN=hunter2hunter2", "my_password=correct horse", "API_KEY=short", "SSH_KEY_FILE=/home/user/.ssh/id", "PATH=/usr/bin:/bin"})
	got := d.Find("say correct horse, hunter2hunter2, short, /home/user/.ssh/id and /usr/bin:/bin")
	want := []redaction.Secret{{Rule: "environment variable my_password", Value: "correct horse"}, {Rule: "environment variable MY_TOKEN", Value: "hunter2hunter2"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEveryRuleHasAReachThatHoldsItsMatches(t *testing.T) {
	rules := defaultRules()
	if len(rules.rules) < 200 {
		t.Fatalf("%d rules", len(rules.rules))
	}
	for _, r := range rules.rules {
		r.regexp() // panics when it is no expression
		if r.reach.before < 16 || r.reach.after < 16 {
			t.Errorf("%s: %+v", r.id, r.reach)
		}
	}
}

// BenchmarkMayHold measures the same where nothing is a secret, which is nearly everywhere.
func BenchmarkMayHold(b *testing.B) {
	text := timeline.NewText(sessionText)
	d := New(nil)
	d.Find("x")
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		d.MayHold(text.Inner())
	}
}

// What is asked of every text takes no memory, and few texts of a session are looked at twice: with expressions, unescaped.
func TestSearchingIsCheapWhereNothingIsFound(t *testing.T) {
	d := New(nil)
	raw := timeline.NewText(sessionText).Inner()
	if d.MayHold(raw) {
		t.Error("the text of a session is looked at twice")
	}
	if n := testing.AllocsPerRun(3, func() { d.MayHold(raw) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	all, twice := 0, 0
	for e, err := range session(t).Entries {
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []timeline.Text{e.Content, e.Output} {
			if all += text.Len(); d.MayHold(text.Inner()) {
				twice += text.Len()
			}
		}
	}
	if all < 1<<20 || twice > all/10 { // what assigns a text to a name such as keyframe may hold a key
		t.Errorf("%d of %d bytes are looked at twice", twice, all)
	}
}

func session(t *testing.T) timeline.Stream {
	t.Helper()
	path := filepath.Join(t.TempDir(), "00000000-0000-4000-8000-000000000001.jsonl")
	file, err := os.Create(path)
	if err == nil {
		err = errors.Join(corpus.Write(file, "00000000-0000-4000-8000-000000000001", 4<<20, 1), file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := claude.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sessionText is a text as sessions have it: code, prose, the output of tools, full of the words that rules look for.
var sessionText = strings.Repeat("func (c *Client) token(ctx context.Context, key string) (string, error) {\n"+
	"\treturn c.auth.Get(ctx, key) // the access token they gave us\n}\n"+
	"-rw-r--r-- 1 user user 4096 Nov 21 12:00 internal/api/key_test.go\n"+
	"ok  \tdemo/internal/plain\t0.012s coverage: 87.5% of statements\n", 2000)

// BenchmarkFind measures what it takes to find nothing there.
func BenchmarkFind(b *testing.B) {
	text := sessionText
	d := New(nil)
	d.Find("x")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		d.Find(text)
	}
}

// BenchmarkCompile measures what the first text costs.
func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		defaultRules()
	}
}
