/* SPDX-License-Identifier: MIT */
/* gettext's functions for programs without translations. */
#ifndef GODOT_WINDOWS_LIBINTL_H
#define GODOT_WINDOWS_LIBINTL_H
#ifdef __cplusplus
extern "C" {
#endif
char* gettext(const char* text);
char* dgettext(const char* domain, const char* text);
char* dcgettext(const char* domain, const char* text, int category);
char* ngettext(const char* one, const char* several, unsigned long number);
char* dngettext(const char* domain, const char* one, const char* several, unsigned long number);
char* textdomain(const char* domain);
char* bindtextdomain(const char* domain, const char* folder);
char* bind_textdomain_codeset(const char* domain, const char* codeset);
#ifdef __cplusplus
}
#endif
#endif
