package rules

import "strings"

// named returns the secret that is bound to the name containing a word.
func named(text string, from, to int) (span, bool) {
	a, ok := assignmentAt(text, from, to)
	if !ok {
		return span{}, false
	}
	a.value.to = a.value.from + len(strings.TrimRight(a.value.in(text), " "))
	value := a.value.in(text)
	if strings.ContainsAny(value, " \t") {
		return span{}, false
	}
	a.value.rule = "password"
	if a.sort == keyed || a.sort == vague {
		a.value.rule = "named-key"
	}
	if !a.isCredible(text, value) {
		return span{}, false
	}
	return a.value, true
}

// isCredible reports whether a value matches what its name says.
func (a assignment) isCredible(text, value string) bool {
	switch a.sort {
	case numbered:
		return a.how != unbound && len(value) >= 4 && len(value) <= 10 && isDigits(value) && isLargeOrWhole(a.name)
	case guarded:
		return a.isPassword(text, value)
	case keyed:
		if a.how == unbound {
			return isRandomKey(value) && isKey(value)
		}
		return a.isPlainKey(text, value) || isBasic(value) || isLongRun(value)
	case vague:
		return a.how >= set && isRandomKey(value) && a.isPlainKey(text, value)
	}
	return false
}

// isRandomKey accepts long values with upper-case letters, lower-case letters and digits in no order.
func isRandomKey(value string) bool {
	return len(value) >= ofAnyKey && hasAllKinds(value) && entropy(value) >= 3.7
}

// isLargeOrWhole reports whether a short name stands on its own, because "pin" has other meanings.
func isLargeOrWhole(name string) bool { return name == strings.ToUpper(name) || len(name) > 3 }

func isBasic(value string) bool {
	password, ok := basic(value)
	return ok && !isNoSecret(password)
}

// isLongRun accepts a long run of letters that is not readable.
func isLongRun(value string) bool {
	l, _, _ := kinds(value)
	return len(value) >= 32 && l == len(value) && entropy(value) >= 3.7
}

// isPlainKey accepts what no person would make up.
func (a assignment) isPlainKey(text, value string) bool {
	return isKey(value) && !isFileName(value) && (a.isQuoted || !a.isInCode(text, value))
}

func hasAllKinds(value string) bool {
	return strings.ContainsAny(value, letters[:26]) && strings.ContainsAny(value, letters[26:]) &&
		strings.ContainsAny(value, digits)
}

// isPassword accepts letters and digits together, or other characters. A single word is a password only as the value of
// a variable.
func (a assignment) isPassword(text, value string) bool {
	if len(value) < 5 || isNoSecret(value) || strings.HasPrefix(value, "-") {
		return false
	}
	isCode := a.isInCode(text, value)
	switch {
	case a.how == exported && !isCode:
		return isTelling(value) || len(value) >= 6 && strings.ContainsAny(value, letters)
	case !a.isQuoted && isCode:
		return false
	case a.how == unbound:
		return isMadeUp(value)
	case isTelling(value):
		return a.isQuoted || a.how == told || !isOther(value)
	}
	return len(value) >= 12 && isDigitless(value) && isMixedAnywhere(value) && entropy(value) >= 3.3
}

// isTelling reports whether a value has letters and digits, or other characters.
func isTelling(value string) bool {
	l, d, others := kinds(value)
	return l > 0 && d > 0 || others > 0 && l+d > 3 && len(value) >= 6
}

func isDigitless(value string) bool {
	l, _, _ := kinds(value)
	return l == len(value)
}

// isMadeUp reports whether a value is a password even if only white space binds it to its name.
func isMadeUp(value string) bool {
	l, d, others := kinds(value)
	isVaried := others > 0 || hasAllKinds(value) || entropy(value) > 3
	return len(value) >= 8 && l > 0 && d > 0 && isVaried && strings.IndexByte(value, '=') < 0 && !isWordy(value) &&
		!camel.matches(value)
}

// isOther reports whether a value is a variable's name: password = newPassword2.
func isOther(value string) bool {
	if strings.Contains(value, "_") && isWordy(value) {
		return true
	}
	small := strings.ToLower(value)
	for _, part := range []string{"pass", "secret", "token", "key", "pwd", "cred"} {
		if strings.Contains(small, part) {
			return true
		}
	}
	return false
}

// isInCode reports whether an unquoted value is an expression.
func (a assignment) isInCode(text, value string) bool {
	if strings.ContainsAny(value, "(){}[]") || strings.Contains(value, "=>") || strings.HasPrefix(value, "&") ||
		strings.HasPrefix(value, "$") && a.how != exported {
		return !strings.HasPrefix(value, "$") || !strings.ContainsAny(value[1:], "$!#^*")
	}
	end := a.value.to
	return end < len(text) && (text[end] == ')' || text[end] == '(' || text[end] == '{' || text[end] == '[') ||
		a.how == set && end < len(text) && text[end] == ';' && a.isSpaced(text)
}

// isSpaced reports whether there is white space around the sign, as in code.
func (a assignment) isSpaced(text string) bool {
	return a.value.from > 0 && text[a.value.from-1] == ' '
}

func isMixedAnywhere(value string) bool {
	for at := range len(value) {
		if isMixed(value, at) {
			return true
		}
	}
	return false
}
