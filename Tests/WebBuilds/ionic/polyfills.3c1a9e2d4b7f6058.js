(self.webpackChunkapp=self.webpackChunkapp||[]).push([[461],{}]);
