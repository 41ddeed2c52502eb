/* SPDX-License-Identifier: MIT
 *
 * Reads from a program as Wireshark does on Windows, for the tests of pipes:
 *
 *   pipe_reader.exe named PIPE BYTES COMMAND...      creates the pipe first, with the access that Wireshark gives it
 *   pipe_reader.exe anonymous - BYTES COMMAND...     the program's standard output
 *
 * It starts the command, waits for so many bytes, writes them to its own standard output and closes the pipe. Then it says
 * in a line how the command has ended: `ended CODE`, or `runs` if it still runs after 20 seconds, and ends it. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { patience = 20000, most = 4096 };

int main(int count, char **words) {
  if (count < 5) return 2;
  const int is_named = strcmp(words[1], "named") == 0;
  const DWORD wanted = (DWORD)atoi(words[3]);
  char line[most] = "", bytes[most];
  for (int i = 4; i < count; ++i) {
    if (strlen(line) + strlen(words[i]) + 4 > most || wanted > most) return 2;
    strcat(strcat(strcat(line, "\""), words[i]), "\" ");
  }
  _setmode(_fileno(stdout), _O_BINARY);

  HANDLE reader = NULL, writer = NULL;
  STARTUPINFOA start = {.cb = sizeof start};
  if (is_named) {
    reader = CreateNamedPipeA(words[2], PIPE_ACCESS_DUPLEX, PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT, 1, 65536,
                              65536, 300, NULL);
  } else {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    CreatePipe(&reader, &writer, &inherited, 0);
    SetHandleInformation(reader, HANDLE_FLAG_INHERIT, 0);
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdOutput = writer;
    start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  }
  PROCESS_INFORMATION process;
  if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) return 1;
  if (is_named)
    ConnectNamedPipe(reader, NULL);
  else
    CloseHandle(writer);
  for (DWORD got = 0, all = 0; all < wanted; all += got) {
    if (!ReadFile(reader, bytes, wanted - all, &got, NULL)) break;
    fwrite(bytes, 1, got, stdout);
  }
  CloseHandle(reader);

  DWORD code = 0;
  if (WaitForSingleObject(process.hProcess, patience) == WAIT_OBJECT_0) {
    GetExitCodeProcess(process.hProcess, &code);
    printf("\nended %lu\n", code);
  } else {
    TerminateProcess(process.hProcess, 1);
    printf("\nruns\n");
  }
  return 0;
}
