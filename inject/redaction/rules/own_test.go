package rules

import (
	"bytes"
	"encoding/base64"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/inject/redaction"
	"stead/timeline"
)

func mayHold(d *Detector, text string) bool {
	quoted := timeline.NewText(text)
	return len(d.FindInside(quoted.Inner())) > 0
}

// valuesOf are what a detector finds in a text.
func valuesOf(found []redaction.Secret) (all []string) {
	for _, s := range found {
		all = append(all, s.Value)
	}
	return all
}

func TestPasswordsAreFoundWhereTheyStand(t *testing.T) {
	d := New(nil)
	for text, want := range map[string]string{
		"DATABASE_URL=postgres://app:s3cr3tPa55@db.internal:5432/app":          "s3cr3tPa55",
		"mongodb+srv://svc:Tr0ub4dor&3@cluster0.mongodb.net/?retryWrites=true": "Tr0ub4dor&3",
		"redis://:hunter2hunter2@cache:6379/0":                                 "hunter2hunter2",
		"amqp://worker:bunny-hop-99@[::1]:5672/%2f":                            "bunny-hop-99",
		"mysql://root:onlyletterspass@127.0.0.1/shop":                          "onlyletterspass",
		"git remote add x https://bob:gl0bal-thermo@git.example.org/x.git":     "gl0bal-thermo",
		"jdbc:postgresql://db/app?user=app&password=Qw3rtyUi&ssl=true":         "Qw3rtyUi",
		"jdbc:sqlserver://h:1433;databaseName=x;user=sa;password=P@ssw0rd!x;":  "P@ssw0rd!x",
		"Server=db;Database=x;User Id=sa;Pwd=Yolo!2026;Encrypt=true":           "Yolo!2026",
		"curl -H 'Authorization: Bearer q7Rk2ZsX9vB4nM1cL8dW6t' http://h/":     "q7Rk2ZsX9vB4nM1cL8dW6t",
		"Authorization: Basic Ym9iOmgxZGQzbi1wYXNz":                            "Ym9iOmgxZGQzbi1wYXNz",
		`{"headers": {"Authorization": "Bearer 9f8e7d6c5b4a39281706f5e4"}}`:    "9f8e7d6c5b4a39281706f5e4",
		`headers["authorization"] = "token 9f8e7d6c5b4a39281706f5e4"`:          "9f8e7d6c5b4a39281706f5e4",
		"The password is hunter2, tell nobody.":                                "hunter2",
		"password: x7!kqPz":                                                    "x7!kqPz",
		"the password for the staging database is Blue42Fish.":                 "Blue42Fish",
		"passwd=abc123def\n":                                  "abc123def",
		"DB_PASSWORD=correct-horse-battery-staple\n":          "correct-horse-battery-staple",
		"export PGPASSWORD=elephants4ever; psql":              "elephants4ever",
		`password = "zug5pitze"`:                              "zug5pitze",
		"api_key = 'a1b2c3d4e5f6a7b8'":                        "a1b2c3d4e5f6a7b8",
		"X-Api-Key: 0c9f8e7d6b5a4c3d":                         "0c9f8e7d6b5a4c3d",
		"my api key is 8d7f6a5s4d3f2g1h, use it":              "8d7f6a5s4d3f2g1h",
		"mysqldump --password=S0merset99 shop":                "S0merset99",
		"deploy --token 7f6e5d4c3b2a1908 now":                 "7f6e5d4c3b2a1908",
		"**Password:** `Gr33nTea!`":                           "Gr33nTea!",
		`{"body":"{\"password\":\"n3stedValue\"}"}`:           "n3stedValue",
		"- name: PASSWORD\n  value: x\npassphrase: kB7-29x\n": "kB7-29x",
	} {
		if got := valuesOf(d.Find(text)); !slices.Contains(got, want) {
			t.Errorf("%s: found %q, not %q", text, got, want)
		}
		if !mayHold(d, text) {
			t.Errorf("%s: is said to hold none", text)
		}
	}
}

func TestWhatOnlyLooksLikeAPasswordIsNotFound(t *testing.T) {
	d := New(nil)
	for _, text := range []string{
		"postgres://postgres:postgres@localhost:5432/test", "postgres://user:password@host/db", "postgres://app:app@db",
		"redis://:${REDIS_PASSWORD}@cache",
		"https://user:$TOKEN@github.com", "http://localhost:8080/@scope/pkg", "https://example.com:443/a@b",
		"ssh://git@github.com:22/x", "see http://a.b/c:d and mail x@y.z",
		"mongodb://<user>:<password>@host", "amqp://guest:guest@localhost", "postgres://{user}:{password}@{host}",
		"postgres://%s:%s@%s/%s",
		"Authorization: Bearer YOUR_TOKEN", "Authorization: Bearer <token>", "Authorization: Bearer ${token}",
		"Authorization: `Bearer ${this.token2}`",
		"req.Header.Set(\"Authorization\", \"Bearer \"+token)", "Bearer authentication is required",
		"Authorization: Basic dXNlcjpwYXNzd29yZA==", "the bearer of this letter",
		"password: string", "password: string;", "password = request.form['password']", "password: z.string().min(8)",
		"password=None", "password: true",
		"Password must be at least 8 characters", "password: must be 8 to 16 characters", "the password is required",
		"password is hashed with sha256", "password: sha256",
		"if user.password == hash(other.password2) {", "password: user.password2",
		"password := os.Getenv(\"DB_PASSWORD_2\")", "password: ${{ secrets.DB_PASSWORD2 }}",
		"passwd:x:0:0", "/etc/passwd:12: root", "password: ********", "password: changeme",
		"password: <your password here>", "DB_PASSWORD=your-password-here1",
		"const secret = useSecret2(props)", "token: oauth2-proxy", "secret: my-k8s-secret-v2", "tokens: 12345",
		"token: 4096", "max_tokens: 128000", "the token is int64",
		"secretName: registry-creds-2", "token = tokens[i+1]", "let token = self.next_token2();", "tokenizer: cl100k_base",
		"TOKEN_LIMIT=200k", "credential: aws_iam_role_2",
		"key: value1", "primary_key: id1", "the secret is out", "the token was revoked", "password-protected",
		"forgot_password.html", "password.go:42: undefined: hash2",
		"access_token=access_token1", "pwd\n/home/user/project1", "pwd: /home/user/project1", "$(pwd)/build2",
		"cd \"$PWD\"; ls", "secret: 550MB", "token: v1.2.3-rc1",
		"input type=\"password\" name=\"password2\"", "<label for=\"password\">Password</label>",
		"func (t *token2) String() string", "password: 12", "api_key: str = Field(...)",
		"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
		"id 550e8400-e29b-41d4-a716-446655440000",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
		base64.StdEncoding.EncodeToString([]byte("nothing but a long text that says token and secret and password")),
	} {
		if found := d.Find(text); len(found) > 0 {
			t.Errorf("%q: found %q", text, found)
		}
	}
}

func TestBase64OfSecretsIsFound(t *testing.T) {
	d := New(nil)
	for _, plain := range []string{awsKey, githubPAT, "postgres://app:s3cr3tPa55@db/app", "DB_PASSWORD=Blue42Fish\n"} {
		for shift := range 3 {
			for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding,
				base64.RawURLEncoding} {
				text := "data: " + encoding.EncodeToString([]byte("~?>"[:shift]+" "+plain+" ")) + "\nend"
				found := valuesOf(d.Find(text))
				if !slices.ContainsFunc(found, func(v string) bool { return strings.Contains(text, v) && len(v) >= 10 }) {
					t.Errorf("%s (%s): found %q", text, plain, found)
				}
				if !mayHold(d, text) {
					t.Errorf("%s: is said to hold none", text)
				}
			}
		}
	}
}

func TestAKeyInTwoLinesIsFound(t *testing.T) {
	d := New(nil)
	for _, key := range []string{awsKey, githubPAT} {
		for _, between := range []string{"\n", "\n\n"} {
			cut := len(key) / 2
			text := "first " + key[:cut] + between + key[cut:] + " last"
			if got := valuesOf(d.Find(text)); !slices.Contains(got, key[:cut]+between+key[cut:]) || !mayHold(d, text) {
				t.Errorf("%q: found %q", text, got)
			}
		}
	}
}

// The recorded sessions were made for this project, with nothing in them that anybody keeps to himself: a find would be
// a false alarm.
func TestRecordedSessionsRaiseNoAlarm(t *testing.T) {
	t.Parallel()
	d, searched := New(nil), 0
	err := filepath.WalkDir("../../../internal/testkit/fixtures/testdata",
		func(path string, file fs.DirEntry, err error) error {
			if err != nil || file.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			for line := range bytes.Lines(content) {
				searched += len(line)
				if found := d.FindInside(line); len(found) > 0 {
					t.Errorf("%s: found %q", path, found)
				}
			}
			return err
		})
	if err != nil || searched < 500_000 {
		t.Errorf("searched %d bytes, %v", searched, err)
	}
}
