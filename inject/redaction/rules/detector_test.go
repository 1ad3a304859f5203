package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/inject/redaction"
	"stead/timeline"
)

// Secrets for the tests are put together here, so that no scanner takes this file for a leak.
var (
	awsKey     = "AKIA" + "QYLPMN5HFIQR7XYA"
	githubPAT  = "ghp_" + "q7Rk2ZsX9vB4nM1cL8dW6tYfH3jGpA5eUiOo"
	slackToken = "xoxb-" + "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1"
	jwt        = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0." +
		"SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
	keyFile = "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat(
		"MIIEpAIBAAKCAQEA1c7W3zQk9vX2bN5mL8pR4tYhG6jFdS0aUwEoIiZxCvBnMqKl\n", 40) + "-----END RSA PRIVATE KEY-----"
	password = "hT9vK2xQ7mZp4wLr"
)

func TestSecretsAreFoundWithTheirRules(t *testing.T) {
	cases := []struct{ name, text, rule, value string }{
		{"an AWS key", "id: " + awsKey, "aws-access-token", awsKey},
		{"a GitHub token", "git clone https://x:" + githubPAT + "@github.com/a/b", "github-pat", githubPAT},
		{"a Slack token", `{"token": "` + slackToken + `"}`, "slack-bot-token", slackToken},
		{"a JSON Web Token", "Authorization: Bearer " + jwt + "\n", "jwt", jwt},
		{"a private key of many lines", "$ cat id_rsa\n" + keyFile + "\n$", "private-key", keyFile},
		{"a value behind a telling name", `db_password = "` + password + `"`, "password", password},
		{"a member of a JSON object", `{"client_secret":"` + password + `"}`, "password", password},
		{"a name that goes on behind the word", "client_secret_for_the_demo:\t'" + password + "'", "password", password},
		{"JSON in JSON", `{"body":"{\"client_secret\":\"` + password + `\"}"}`, "password", password},
		{"capital letters in the name", "MY_API_KEY=" + password + "\n", "named-key", password},
		{"behind characters that grow when they are made small", strings.Repeat("İ", 300) + " MY_API_KEY=" + password,
			"named-key", password},
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

func TestAMarkInTheTextDoesNotLetASecretThrough(t *testing.T) {
	if found := New(nil).Find("key = " + awsKey + " # gitleaks:allow"); len(found) != 1 {
		t.Errorf("found %v", found)
	}
}

func TestValuesOfTheEnvironmentAreSecretsWhereverTheyStand(t *testing.T) {
	d := New([]string{"MY_TOKEN=hunter2hunter2", "my_password=correct horse", "API_KEY=short",
		"SSH_KEY_FILE=/home/user/.ssh/id", "PATH=/usr/bin:/bin"})
	got := d.Find("say correct horse, hunter2hunter2, short, /home/user/.ssh/id and /usr/bin:/bin")
	want := []redaction.Secret{{Rule: "environment variable my_password", Value: "correct horse"},
		{Rule: "environment variable MY_TOKEN", Value: "hunter2hunter2"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The sign behind a quoted word of a command belongs to neither.
func TestACommandInTheMiddleOfCodeIsRead(t *testing.T) {
	for text, want := range map[string]int{"see (`curl -u `a`) -x`": 0, "`curl -b `x`),`) and -b": 0,
		"(`curl -u bob:" + password + "`)": 1} {
		if found := New(nil).Find(text); len(found) != want {
			t.Errorf("%s: found %v", text, found)
		}
	}
}

// BenchmarkFindInside measures the same where nothing is a secret, which is nearly everywhere.
func BenchmarkFindInside(b *testing.B) {
	text := timeline.NewText(sessionText)
	d := New(nil)
	d.Find("x")
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		d.FindInside(text.Inner())
	}
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
		newScanner(nil)
	}
}
