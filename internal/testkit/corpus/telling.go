package corpus

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// textSize is the length of the texts from this file, in bytes.
const textSize = 48 << 20

// mentioned are names that make a search for secrets look more closely. No secret follows them.
var mentioned = strings.Fields(`password token key secret auth session bearer api_key credentials private_key access_token passwd login cookie
	signature authorization passphrase apikey client_secret auth_token keyboard tokenize sessionStorage secretary monkey passed author`)

// Mentions returns lines of random letters that contain names of secrets: one word in twelve is such a name.
func Mentions(seed uint64) string {
	var b strings.Builder
	random := rand.New(rand.NewPCG(seed, 3))
	b.Grow(textSize + 64)
	for b.Len() < textSize {
		if random.IntN(12) == 0 {
			b.WriteString(mentioned[random.IntN(len(mentioned))])
		} else {
			for range 2 + random.IntN(9) {
				b.WriteByte(byte('a' + random.IntN(26)))
			}
		}
		b.WriteString([]string{" ", " ", " ", " ", " ", " ", ", ", ": ", "\n", ".\n", " = ", "_"}[random.IntN(12)])
	}
	return b.String()
}

// Sources returns the Go files of a folder, with a secret about every each bytes, no two of them the same. It repeats a
// text that is too short.
func Sources(folder string, each int, seed uint64) (string, error) {
	var b strings.Builder
	random := rand.New(rand.NewPCG(seed, 4))
	b.Grow(textSize + 1<<20)
	for b.Len() < textSize {
		before := b.Len()
		if err := addSources(&b, folder, each, random); err != nil {
			return "", err
		}
		if b.Len() == before {
			return "", fmt.Errorf("%s has no Go files", folder)
		}
	}
	return b.String(), nil
}

func addSources(b *strings.Builder, folder string, each int, random *rand.Rand) error {
	next := b.Len() + random.IntN(2*each)
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(strings.ToValidUTF8(string(content), "")) {
			b.WriteString(line)
			if b.Len() >= next {
				b.WriteString(secret(random))
				next = b.Len() + random.IntN(2*each)
			}
		}
		if b.Len() >= textSize {
			return filepath.SkipAll
		}
		return nil
	})
}

// shapes are lines with secrets as vendors document them. A star represents random characters; their number follows it.
var shapes = []string{
	"export AWS_SECRET_ACCESS_KEY=*40\n", "git remote set-url origin https://gh" + "p_*36@github.com/acme/app.git\n",
	"OPENAI_API_KEY=sk-" + "proj-*74\n",
	"{\"claudeAiOauth\":{\"accessToken\":\"sk-" + "ant-oat01-*93\"}}\n",
	"DATABASE_URL=postgres://app:*16@db.internal:5432/app\n", "    password: \"*14\"\n",
	"curl -u admin:*18 https://build.example.org/api\n", "Authorization: Bearer *48\n",
	"SLACK_BOT_TOKEN=xo" + "xb-1234567890-*24\n", "the password is *12 for now\n",
}

const characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

func secret(random *rand.Rand) string {
	before, rest, _ := strings.Cut(shapes[random.IntN(len(shapes))], "*")
	var length int
	_, _ = fmt.Sscanf(rest[:2], "%d", &length)
	value := make([]byte, length)
	for i := range value {
		value[i] = characters[random.IntN(len(characters))]
	}
	value[length/2] = byte('0' + random.IntN(10)) // otherwise, a short one might have no digit by chance
	return before + string(value) + rest[2:]
}
